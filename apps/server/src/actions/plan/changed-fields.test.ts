import type { NodeFacts } from "@daemonscope/daemonset/actions/changes/plan-facts";
import { expect, it } from "vitest";
import { changedNodeFields } from "./changed-fields.ts";

const node = (name: string, ...taints: readonly NodeFacts["taints"][number][]) => ({ name, labels: {}, taints }) as unknown as NodeFacts;
const DISK_TAINT = { key: "disk", value: "slow", effect: "NoSchedule" };
const ML_TAINT = { key: "dedicated", value: "ml", effect: "NoExecute" };

it("nodes that get the same taint have equal changes, regardless of their other taints", () => {
  const fieldsOf = (...addedTaints: readonly (typeof DISK_TAINT)[]) =>
    changedNodeFields(node("n"), node("n", ...addedTaints), node("n", ...addedTaints, ML_TAINT));
  expect(fieldsOf()).toEqual([{ object: "nodes/n", path: "spec.taints", after: "dedicated=ml:NoExecute" }]);
  expect(fieldsOf(DISK_TAINT)).toEqual(fieldsOf());
});

it("a changed taint value is a removed and an added taint", () => {
  expect(changedNodeFields(node("n"), node("n", ML_TAINT), node("n", { ...ML_TAINT, value: "db" }))).toEqual([
    { object: "nodes/n", path: "spec.taints", before: "dedicated=ml:NoExecute" },
    { object: "nodes/n", path: "spec.taints", after: "dedicated=db:NoExecute" },
  ]);
});
