import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CAUSES } from "@daemonscope/daemonset/causes/causes";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { explainOn } from "../query/explain.ts";
import { statusReport } from "../query/status.ts";
import { waitOn } from "../query/wait.ts";
import { capturedTerminal } from "../terminal/terminal.fixture.ts";
import { commandOf, openCase } from "./case.fixture.ts";

const QUOTA = {
  kind: "quotaExceeded",
  subject: "team-quota",
  message: expect.stringContaining("exceeded quota: team-quota"),
  endsBy: "owner",
  byRevision: "no",
};
const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../query/explain.schema.json"), "utf8")) as object;
const isExplanation = new Ajv({ strict: true, allErrors: true }).compile(schema);

it.each(["../query/explain.schema.json", "../../../../../deploy/webhook/message.schema.json"])(
  "the schema %s lists each actor and each answer of the table of causes",
  (path) => {
    const text = readFileSync(join(import.meta.dirname, path), "utf8");
    const enumOf = (field: string): unknown =>
      JSON.parse(new RegExp(`"${field}": \\{[^}]*"enum": (\\[[^\\]]*\\])`).exec(text)?.[1] ?? "[]");
    for (const { endsBy, byRevision } of Object.values(CAUSES)) {
      expect(enumOf("endsBy")).toContain(endsBy);
      expect(enumOf("byRevision")).toContain(byRevision);
    }
  },
);

it("status and wait have the cause as an object in JSON, next to the reason and the message", async () => {
  const { cluster, close } = await openCase("F07");
  try {
    const status = capturedTerminal();
    await statusReport(cluster, commandOf("status", ["-o", "json"]).config, status);
    const entry = JSON.parse(status.out());
    expect(entry.concern).toMatchObject({ kind: "failing", message: expect.stringContaining("quota team-quota"), cause: QUOTA });
    const { message: _, ...ofHolder } = QUOTA;
    expect(entry.budget.holders[0]).toEqual({ node: "n1", pod: null, reason: expect.any(String), cause: ofHolder });
    const wait = capturedTerminal();
    expect(await waitOn(cluster, commandOf("wait", ["-o", "json"]).config, wait)).toBe(3);
    expect(JSON.parse(wait.out())).toMatchObject({ result: "stuck", concern: { cause: QUOTA } });
  } finally {
    await close();
  }
});

/** Returns the causes of the pairs in a case, from the JSON of `explain`. */
async function causesIn(id: string, ...flags: readonly string[]) {
  const { cluster, close } = await openCase(id);
  try {
    const terminal = capturedTerminal();
    await explainOn(() => Promise.resolve(cluster), commandOf("explain", ["-o", "json", ...flags]).config, terminal);
    const pairs = JSON.parse(terminal.out()) as readonly { readonly cause?: object }[];
    expect(isExplanation(pairs), JSON.stringify(isExplanation.errors)).toBe(true);
    return pairs.map(({ cause }) => cause);
  } finally {
    await close();
  }
}

it("explain has the cause of a pair in JSON, and none for an available pod", async () => {
  expect(await causesIn("F29", "--node", "n1")).toEqual([
    {
      kind: "objectMissing",
      subject: 'secret "agent-certs"',
      message: expect.stringContaining("MountVolume.SetUp failed"),
      endsBy: "operator",
      byRevision: "yes",
    },
  ]);
  expect(await causesIn("F18", "--node", "n1")).toEqual([undefined]);
  const everywhere = await causesIn("F29");
  expect(everywhere).toContainEqual(expect.objectContaining({ kind: "objectMissing" }));
});
