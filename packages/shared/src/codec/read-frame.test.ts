import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { applyFrame } from "../apply-frame.ts";
import { clusterStateOf, sentFrame } from "../state/cluster-state.fixture.ts";
import type { Frame } from "../state/frame.ts";
import { namesWith } from "./frame-parts.ts";
import { FrameReader, wireFrameOf } from "./read-frame.ts";
import { readValue } from "./read-value.ts";
import { readText } from "./text-reader.ts";
import { TextWriter } from "./text-writer.ts";
import type { ValueContext } from "./value-tags.ts";
import { writeValue } from "./write-value.ts";

const SEED = Number(process.env.SEED ?? 20260301);

const nodes = ["n1", "n2", "n3", "zeta"];
const context: ValueContext = {
  atMs: 1_767_225_600_000,
  names: namesWith(
    ["n2", "zeta"],
    (name) => (nodes.includes(name) ? nodes.indexOf(name) : undefined),
    (row) => nodes[row],
  ),
};

/**
 * Values as in records: few names, numbers near each other or near the time, and lists of names or of similar objects.
 */
const { value } = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(
      null,
      true,
      false,
      "",
      "n1",
      "n2",
      "a\nb",
      '"quoted\\',
      "12",
      "13",
      "012",
      "203 of 1000 updated",
      "204 of 1000 updated",
    ),
    fc.integer({ min: -40, max: 2000 }),
    fc.integer({ min: 1_767_225_500_000, max: 1_767_225_700_000 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "binary", maxLength: 6 }),
  ),
  names: fc.uniqueArray(fc.constantFrom(...nodes, "gone"), { maxLength: 5 }).map((list) => list.sort()),
  object: fc.dictionary(fc.constantFrom("count", "nodes", "cause", "sinceMs", "__proto__", "toString"), tie("value"), { maxKeys: 5 }),
  value: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("names"), fc.array(tie("value"), { maxLength: 4 }), tie("object")),
}));

/** A negative zero is 0 in JSON. */
const asJson = (each: unknown): unknown => JSON.parse(JSON.stringify(each));

function written(before: unknown, after: unknown): string {
  const writer = new TextWriter();
  writeValue(writer, before, after, context);
  return writer.text;
}

describe(`frames as text, seed ${SEED}`, () => {
  it("F14 a value encoded against another decodes to itself, for any two values", () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const text = written(asJson(before), asJson(after));
        expect(text).toMatch(/^[^\n\r]*$/);
        expect(readText(text, (reader) => readValue(reader, asJson(before), context))).toEqual(asJson(after));
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });
  it("F14 an unchanged value is one character, and decodes to the same object", () => {
    fc.assert(
      fc.property(value, (before) => {
        const text = written(before, asJson(before));
        expect(text).toHaveLength(1);
        expect(readText(text, (reader) => readValue(reader, before, context))).toBe(before);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
  it("F15 a damaged text gives no value or a bounded one: it never throws, loops or grows beyond the input", () => {
    fc.assert(
      fc.property(
        value,
        value,
        fc.array(fc.tuple(fc.nat(), fc.string({ maxLength: 2 })), { minLength: 1, maxLength: 3 }),
        (before, after, cuts) => {
          const base = asJson(before);
          const text = cuts.reduce(
            (whole, [at, put]) => {
              const cut = at % (whole.length + 1);
              return whole.slice(0, cut) + put + whole.slice(cut + put.length + (at % 3));
            },
            written(base, asJson(after)),
          );
          const read = readText(text, (reader) => readValue(reader, base, context));
          const most = 100 * (1 + text.length) * (1 + JSON.stringify(base).length);
          expect((JSON.stringify(read) ?? "").length).toBeLessThan(most);
        },
      ),
      { seed: SEED, numRuns: 5000 },
    );
  });
});

const node = (name: string): NodeRecord => ({
  name,
  uid: `uid-${name}`,
  labels: { "kubernetes.io/hostname": name, pool: "a" },
  taints: [],
  unschedulable: false,
  ready: "True",
  readySinceMs: 1_767_225_000_000,
  createdAtMs: 1_767_225_000_000,
});

const counts = (ready: number) => ({
  desiredNumberScheduled: 3,
  currentNumberScheduled: 3,
  numberReady: ready,
  numberUnavailable: 3 - ready,
});
const record = (parts: object): DaemonSetRecord =>
  ({
    key: "a/x",
    resourceVersion: "900",
    generation: 1,
    observedGeneration: 1,
    reported: counts(3),
    derived: counts(3),
    disagreements: [],
    causes: [],
    ...parts,
  }) as never;

const HELD = { reason: "terminating", cause: { kind: "terminating" }, count: 1, nodes: ["n1"], sinceMs: 5 };
const before = clusterStateOf(
  ["n1", "n2", "n3"].map(node),
  [record({ budget: { holders: [HELD] }, causes: [{ ...HELD, state: "terminating", reason: undefined }] })],
  [[6], [6], [6]],
);
const frame: Frame = {
  epoch: "e",
  seq: 2,
  at: 1_767_225_600_000,
  nodes: {
    freed: [[2, 2]],
    put: [
      [1, { ...node("n2"), ready: "Unknown" }],
      [3, node("n4")],
    ],
  },
  daemonSets: {
    put: [
      [
        0,
        record({
          resourceVersion: "907",
          reported: counts(2),
          derived: counts(1),
          disagreements: [
            { field: "numberReady", reported: 2, derived: 1, cause: { kind: "notWritten" }, sinceMs: 1_767_225_600_000 },
            { field: "numberUnavailable", reported: 1, derived: 2, cause: { kind: "notWritten" }, sinceMs: 1_767_225_600_000 },
          ],
          budget: { holders: [{ ...HELD, count: 2, nodes: ["n1", "n2"] }] },
          causes: [{ ...HELD, state: "terminating", reason: undefined, count: 2, nodes: ["n1", "n2"] }],
        }),
      ],
    ],
  },
  cells: "AGB",
  statusWrites: [{ key: "a/x", resourceVersion: "907", generation: 1, observedGeneration: 1, counts: counts(2) as never }],
  sources: { pods: { state: "retrying", detail: "refused" } },
  marks: [{ kind: "nodeLeft", atMs: 1_767_225_600_000, node: "n3" }],
};

test("F14 a frame with every possible part decodes to itself", () => {
  const { sent } = sentFrame(before, frame);
  expect(wireFrameOf("e.2", sent.text)).toEqual(sent);
  expect(new FrameReader(before).read(sent)).toEqual(asJson(frame));
});

test("F14 derived fields with their expected values take fewer characters than empty ones", () => {
  const leading = record({ ...frame.daemonSets?.put?.[0]?.[1], disagreements: [], causes: [] });
  const without = sentFrame(before, { ...frame, daemonSets: { put: [[0, leading]] } }).sent.text;
  expect(sentFrame(before, frame).sent.text.length).toBeLessThan(without.length);
});

test("F2 F15 a truncated or altered frame is refused or applies like some frame, and never throws", () => {
  const { sent } = sentFrame(before, frame);
  for (let cut = 0; cut < sent.text.length; cut++) {
    expect(new FrameReader(before).read({ ...sent, text: sent.text.slice(0, cut) })).toBeUndefined();
    for (const other of ["A", "!", "~", "9", "\\", "é"]) {
      const text = sent.text.slice(0, cut) + other + sent.text.slice(cut + 1);
      const read = new FrameReader(before).read({ ...sent, text });
      if (read !== undefined) applyFrame(before, read);
    }
  }
  for (const id of ["", "e", "e.x", "e.12345678901234567"]) expect(wireFrameOf(id, sent.text)).toBeUndefined();
  expect(wireFrameOf("e.2", "~")).toBeUndefined();
});
