import type { OutputCommand } from "../flags/output-format.ts";

/** A JSON schema with named parts. */
interface JsonSchema {
  readonly definitions?: Readonly<Record<string, object>>;
}

/** Returns a schema with the cause of `explain`, which all answers share. */
async function withCause(schema: JsonSchema & object): Promise<JsonSchema> {
  const { cause } = (await import("./explain.schema.json", { with: { type: "json" } })).default.definitions;
  return { ...schema, definitions: { ...schema.definitions, cause } };
}

const statusSchema = async () => withCause((await import("./status.schema.json", { with: { type: "json" } })).default);

/** Builds the schema of `wait` from that of `status`, because a result has its fields. */
async function waitSchema(): Promise<JsonSchema> {
  const { default: schema } = await import("./wait.schema.json", { with: { type: "json" } });
  const { definitions } = (await import("./status.schema.json", { with: { type: "json" } })).default;
  const { properties } = definitions.status;
  const result = schema.definitions.result;
  return withCause({
    ...schema,
    definitions: {
      counts: definitions.counts,
      joinQuantiles: definitions.joinQuantiles,
      result: { ...result, properties: { ...properties, ...result.properties } },
    },
  });
}

/** The JSON schemas of answers, each loaded on demand. */
export const SCHEMAS: Readonly<Record<OutputCommand, () => Promise<object>>> = {
  explain: async () => (await import("./explain.schema.json", { with: { type: "json" } })).default,
  status: statusSchema,
  pods: async () => withCause((await import("./pods.schema.json", { with: { type: "json" } })).default),
  history: async () => (await import("./history.schema.json", { with: { type: "json" } })).default,
  wait: waitSchema,
  diff: async () => (await import("./diff.schema.json", { with: { type: "json" } })).default,
  "what-if": async () => (await import("./what-if.schema.json", { with: { type: "json" } })).default,
  audit: async () => (await import("./audit.schema.json", { with: { type: "json" } })).default,
  version: async () => (await import("./version.schema.json", { with: { type: "json" } })).default,
};
