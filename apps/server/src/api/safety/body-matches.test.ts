import { Ajv } from "ajv";
import type { FastifyRequest } from "fastify";
import { describe, expect, it } from "vitest";
import { COMMAND_SCHEMAS, VERB_SCHEMAS } from "../../lab/schemas.ts";
import { bodyMatches } from "./body-matches.ts";

const hook = bodyMatches(
  { type: "object", required: ["ms"], properties: { ms: { type: "integer" } }, additionalProperties: false },
  (problems) => Object.assign(new Error(problems[0]?.message ?? "no problem"), { problems }),
);
const check = (body: unknown): Promise<void> => hook({ body } as FastifyRequest);

describe("bodies of commands", () => {
  it("pass unchanged if they match the schema", async () => {
    const body = { ms: 5 };
    await expect(check(body)).resolves.toBeUndefined();
    expect(body).toEqual({ ms: 5 });
  });

  it.each([
    ["a missing body", undefined, "must be object"],
    ["a missing field", {}, "must have required property 'ms'"],
    ["an unknown field", { ms: 5, s: 1 }, "must NOT have additional properties"],
    ["a number as text", { ms: "5" }, "must be integer"],
  ])("are rejected with the problem: %s", async (_name, body, message) => {
    await expect(check(body)).rejects.toThrow(message);
  });

  it("get their own problem when many arrive at once", async () => {
    const bodies = [{ s: 1, ms: 1 }, {}, { ms: "5" }];
    const failures = await Promise.all(bodies.map((body) => check(body).catch((error: Error) => error.message)));
    expect(failures).toEqual(["must NOT have additional properties", "must have required property 'ms'", "must be integer"]);
  });

  it("have schemas that are valid, which the server does not check", () => {
    const ajv = new Ajv({ strict: true });
    for (const schema of [...Object.values(COMMAND_SCHEMAS), ...Object.values(VERB_SCHEMAS)]) expect(ajv.validateSchema(schema)).toBe(true);
  });
});
