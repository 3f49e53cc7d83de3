import type { NodeFacts } from "@daemonscope/daemonset/actions/changes/plan-facts";
import { expect, it } from "vitest";
import { changedNodeFields } from "./changed-fields.ts";

const node = (name: string, ...taints: readonly NodeFacts["taints"][number][]) => ({ name, labels: {}, taints }) as unknown as NodeFacts;
const OWN = { key: "disk", value: "slow", effect: "NoSchedule" };
const ML = { key: "dedicated", value: "ml", effect: "NoExecute" };

it("nodes that get the same taint have equal changes, regardless of their other taints", () => {
  const fieldsOf = (...addedTaints: readonly (typeof OWN)[]) =>
    changedNodeFields(node("n"), node("n", ...addedTaints), node("n", ...addedTaints, ML));
  expect(fieldsOf()).toEqual([{ object: "nodes/n", path: "spec.taints", after: "dedicated=ml:NoExecute" }]);
  expect(fieldsOf(OWN)).toEqual(fieldsOf());
});

it("a changed taint value is a removed and an added taint", () => {
  expect(changedNodeFields(node("n"), node("n", ML), node("n", { ...ML, value: "db" }))).toEqual([
    { object: "nodes/n", path: "spec.taints", before: "dedicated=ml:NoExecute" },
    { object: "nodes/n", path: "spec.taints", after: "dedicated=db:NoExecute" },
  ]);
});
