import { stableJson } from "@daemonscope/kube/values/stable-json";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CompleteNodeKind, isOfNodeKind, nodeKindOf, nodeKindText, nodeRecordInOrder } from "./node-fields.ts";
import type { NodeRecord } from "./records.ts";

const SEED = Number(process.env.SEED ?? 20261129);

const taint = fc.constantFrom(
  { key: "dedicated", value: "gpu", effect: "NoSchedule" },
  { key: "dedicated", effect: "NoSchedule" },
  { key: "dedicated", effect: "NoExecute" },
);
/** Values of each shared field. The compiler demands a new field here, and the laws below then fail until each
 *  function treats it. */
const FIELDS: { readonly [Field in keyof CompleteNodeKind]: fc.Arbitrary<CompleteNodeKind[Field]> } = {
  taints: fc.array(taint, { maxLength: 2 }),
  unschedulable: fc.boolean(),
  ready: fc.constantFrom("True", "False", "Unknown"),
  readyReason: fc.constantFrom(undefined, "KubeletNotReady", "NodeStatusUnknown"),
  signs: fc.constantFrom(undefined, "deletionTimestamp", "Drained"),
};
const own = fc.record({
  name: fc.constant("n1"),
  uid: fc.constant("u1"),
  labels: fc.constant({ zone: "a" }),
  readySinceMs: fc.constantFrom(undefined, 1000),
  createdAtMs: fc.constant(0),
});
const fields = fc.tuple(own, fc.record(FIELDS) as fc.Arbitrary<CompleteNodeKind>);
const record = fields.map(([one, kind]) => nodeRecordInOrder(one, kind));

describe(`fields of a node record, seed ${SEED}`, () => {
  it("a record has each field of its parts that is not undefined", () => {
    const law = fc.property(fields, ([one, kind]) => {
      expect(stableJson(nodeRecordInOrder(one, kind))).toBe(stableJson({ ...one, ...kind }));
    });
    fc.assert(law, { seed: SEED });
  });

  it("the kind of a record is its shared fields", () => {
    const law = fc.property(fields, ([one, kind]) => {
      expect({ ...nodeKindOf(nodeRecordInOrder(one, kind)) }).toStrictEqual({ ...kind });
    });
    fc.assert(law, { seed: SEED });
  });

  it("two records are of one kind, and have one text of it, exactly if their shared fields are equal", () => {
    const law = fc.property(record, record, (a: NodeRecord, b: NodeRecord) => {
      const isEqual = stableJson(nodeKindOf(a)) === stableJson(nodeKindOf(b));
      expect(isOfNodeKind(nodeKindOf(a), b)).toBe(isEqual);
      expect(nodeKindText(a) === nodeKindText(b)).toBe(isEqual);
    });
    fc.assert(law, { seed: SEED, numRuns: 2000 });
  });
});
