import { ownValue } from "@daemonscope/kube/base/own-value";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { NodeRecord } from "../../records/records.ts";
import { aNode } from "../objects.fixture.ts";
import { nodeRecordOf } from "./node-entry.ts";
import { NodeRecords } from "./node-records.ts";

const SEED = Number(process.env.SEED ?? 20261126);
const ROWS = 10;
const KEYS = ["zone", "kubernetes.io/hostname", "constructor", "1", "a\nb", "__proto__"] as const;

const key = fc.constantFrom(...KEYS.slice(0, 4), ...KEYS.slice(0, 2));
const value = fc.constantFrom("", "a", "b", "n1", "n2");
const labels = fc.oneof(
  { weight: 9, arbitrary: fc.array(fc.tuple(key, value), { maxLength: 4 }) },
  fc.array(fc.tuple(fc.constantFrom(...KEYS), value), { maxLength: 3 }),
  fc.constant(Array.from({ length: 80 }, (_, at): [string, string] => [`k${at}`, `${at}`])),
);
const timeMs = fc.constantFrom(undefined, 0, 1000, 1_790_000_000_000, 1_790_000_000_500);
const uid = fc.constantFrom("3d0c2d1e-0000-4000-8000-00000000000a", "3d0c2d1e-ffff-4fff-8fff-ffffffffffff", "node-n1", "");
const taint = fc.constantFrom(
  { key: "dedicated", value: "gpu", effect: "NoSchedule" as const },
  { key: "dedicated", effect: "NoSchedule" as const },
  { key: "dedicated", value: "gpu", effect: "NoExecute" as const },
);
const record: fc.Arbitrary<NodeRecord> = fc
  .record({
    name: fc.constantFrom("n1", "n2"),
    uid,
    labels,
    taints: fc.array(taint, { maxLength: 2 }),
    unschedulable: fc.boolean(),
    ready: fc.constantFrom("True" as const, "False" as const),
    readySinceMs: timeMs,
    createdAtMs: timeMs,
  })
  .map(({ name, labels: pairs, readySinceMs, ...parts }) => {
    const labelMap: Record<string, string> = Object.create(null);
    for (const [each, labelText] of pairs) labelMap[each] = labelText;
    const stored = nodeRecordOf(
      aNode(name, { ...parts, labels: labelMap, createdAtMs: parts.createdAtMs ?? 0, readySinceMs: readySinceMs ?? 0 }),
    );
    if (readySinceMs !== undefined) return stored;
    const { readySinceMs: _, ...withoutReadySince } = stored;
    return withoutReadySince;
  });

it(`records in columns equal the records that were stored, also in reused rows, seed ${SEED}`, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(ROWS - 1), fc.option(record, { nil: undefined })), { maxLength: 60 }), (steps) => {
      const columns = new NodeRecords();
      const objects = new Map<number, NodeRecord>();
      for (const [row, put] of steps) {
        if (put === undefined) {
          columns.clear(row);
          objects.delete(row);
        } else {
          const before = objects.get(row);
          expect(columns.isAt(row, put)).toBe(before !== undefined && isEqualJson(before, put));
          columns.put(row, put);
          expect(columns.isAt(row, put)).toBe(true);
          objects.set(row, put);
        }
        for (let each = 0; each <= ROWS; each++) {
          const known = objects.get(each);
          expect(columns.has(each)).toBe(known !== undefined);
          // The order of the fields counts, too: a log and a frame are the same text.
          expect(JSON.stringify(columns.at(each))).toBe(JSON.stringify(known));
          expect(columns.readyAt(each)).toBe(known?.ready);
          expect(columns.readySinceMsAt(each)).toBe(known?.readySinceMs);
          expect(columns.createdAtMsAt(each)).toBe(known?.createdAtMs);
          for (const name of KEYS) expect(columns.labelAt(each, name)).toBe(known && ownValue(known.labels, name));
        }
      }
    }),
    { seed: SEED },
  );
});

it("equal labels in another order are equal, and rows do not share labels", () => {
  const columns = new NodeRecords();
  const node = (name: string, labelMap: Record<string, string>) => nodeRecordOf(aNode(name, { labels: labelMap }));
  columns.put(0, node("n1", { a: "n1", b: "n2" }));
  expect(columns.isAt(0, node("n1", { b: "n2", a: "n1" }))).toBe(true);
  columns.put(1, node("n2", { a: "n1", b: "n2" }));
  expect([columns.at(0)?.labels, columns.at(1)?.labels]).toEqual([
    { a: "n1", b: "n2" },
    { a: "n1", b: "n2" },
  ]);
});
