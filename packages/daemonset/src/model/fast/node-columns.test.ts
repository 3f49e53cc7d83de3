import type { NodeAllocatable } from "@daemonscope/kube/objects";
import fc from "fast-check";
import { expect, it } from "vitest";
import { aNode } from "../objects.fixture.ts";
import { NodeArray } from "../tables/node-array.ts";
import { type NodeEntry, nodeEntryOf } from "../tables/node-entry.ts";
import { NodeColumns } from "./node-columns.ts";

const SEED = Number(process.env.SEED ?? 20261125);
const time = fc.constantFrom(
  undefined,
  "2026-01-01T00:00:30Z",
  "2026-01-01T00:00:31Z",
  "2026-01-01T00:00:30.5Z",
  "2026-01-01T00:00:30+02:00",
  "1970-01-01T00:00:00Z",
  "soon",
);
const text = fc.constantFrom(undefined, "", "KubeletReady", 'said "so"');
const condition = fc
  .record({ type: fc.constantFrom("Ready", "DiskPressure"), status: fc.constantFrom("True", "False"), reason: text, message: text, time })
  .map(({ type, status, reason, message, time: lastTransitionTime }) => ({
    type,
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...(lastTransitionTime === undefined ? {} : { lastTransitionTime }),
  }));
/** Also amounts at and above the limits of the columns. */
const amount = fc.oneof(fc.nat(9), fc.constantFrom(2 ** 32 - 2, 2 ** 32 - 1, 2 ** 42 - 2048, 2 ** 42, 16_785_633_280, 16_785_633_281));
const allocatable: fc.Arbitrary<NodeAllocatable> = fc
  .record(
    {
      cpuMillis: amount,
      memoryBytes: amount,
      pods: amount,
      extended: fc.constantFrom(["example.com/fpga"], ["a.example/x", "b.example/y"]),
    },
    { requiredKeys: [] },
  )
  .filter((amounts) => Object.keys(amounts).length > 0)
  .map(({ cpuMillis, memoryBytes, pods, extended }) => ({
    ...(cpuMillis === undefined ? {} : { cpuMillis }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
    ...(pods === undefined ? {} : { pods }),
    ...(extended === undefined ? {} : { extended }),
  }));
const entry: fc.Arbitrary<NodeEntry> = fc
  .record({
    name: fc.constantFrom("n1", "n2"),
    conditions: fc.oneof(
      { weight: 9, arbitrary: fc.array(condition, { maxLength: 5 }) },
      fc.constant(Array(40).fill({ type: "X", status: "True" })),
    ),
    kubeletVersion: fc.constantFrom(undefined, "v1.36.3", "v1.35.0"),
    nodeInfo: fc.constantFrom(undefined, { kernelVersion: "6.8.0" }, { kernelVersion: "6.6.0", architecture: "arm64" }),
    allocatable: fc.option(allocatable, { nil: undefined }),
  })
  .map(({ name, nodeInfo, allocatable: amounts, ...more }) => ({
    record: nodeEntryOf(
      aNode(name, { labels: { host: name, pool: "a" }, taints: name === "n2" ? [{ key: "gpu", effect: "NoSchedule" }] : [] }),
    ).record,
    ...more,
    ...(nodeInfo === undefined ? {} : { nodeInfo }),
    ...(amounts === undefined ? {} : { allocatable: amounts }),
  }));
const LABELS = [
  ["pool", "a"],
  ["pool", "b"],
  ["host", "n1"],
  ["other", "a"],
] as const;

it(`columns hold the same as node objects, and share no mutable value, seed ${SEED}`, () => {
  const row = fc.nat({ max: 12 });
  fc.assert(
    fc.property(fc.array(fc.tuple(row, fc.option(entry, { nil: undefined })), { maxLength: 60 }), (steps) => {
      const columns = new NodeColumns();
      const whole = new NodeArray();
      for (const [at, put] of steps) {
        if (put !== undefined) {
          expect(columns.hasEqualDetails(at, put)).toBe(whole.hasEqualDetails(at, put));
          expect(columns.isRecordAt(at, put.record)).toBe(whole.isRecordAt(at, put.record));
          expect(columns.pressuresAt(at)).toEqual(whole.pressuresAt(at));
          expect(columns.allocatableAt(at)).toEqual(whole.allocatableAt(at));
        }
        const isRecordUnchanged = put !== undefined && whole.isRecordAt(at, put.record);
        for (const nodes of [columns, whole]) {
          if (put === undefined) nodes.clear(at);
          else if (isRecordUnchanged) nodes.putDetails(at, put);
          else {
            nodes.put(at, put);
            expect(nodes.hasEqualDetails(at, put)).toBe(true);
            expect(nodes.isRecordAt(at, put.record)).toBe(true);
          }
        }
        for (let each = 0; each < 14; each++) {
          expect(columns.has(each)).toBe(whole.has(each));
          expect(columns.recordAt(each)).toEqual(whole.recordAt(each));
          expect(columns.labelMatcher(LABELS)(each)).toBe(whole.labelMatcher(LABELS)(each));
          expect(columns.taintsAt(each)).toEqual(whole.taintsAt(each));
          expect(columns.systemAt(each)?.kubeletVersion).toBe(whole.systemAt(each)?.kubeletVersion);
          expect(columns.systemAt(each)?.nodeInfo).toEqual(whole.systemAt(each)?.nodeInfo);
          expect(JSON.stringify(columns.at(each))).toBe(JSON.stringify(whole.at(each)));
        }
      }
    }),
    { seed: SEED, numRuns: 200 },
  );
});

it("forgets an unused kind of node and reuses its number", () => {
  const columns = new NodeColumns();
  const { record } = nodeEntryOf(aNode("n1"));
  for (const kubeletVersion of ["v1", "v2", "v3"]) {
    columns.put(0, { record, conditions: [], kubeletVersion });
    expect(columns.at(0)?.kubeletVersion).toBe(kubeletVersion);
  }
});
