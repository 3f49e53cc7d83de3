import { expect, test } from "vitest";
import type { PlanFacts } from "../changes/plan-facts.ts";
import { addTolerationsEdit, type PairToFix, remediesFor } from "./remedies.ts";

const taint = (key: string, value: string | undefined, effect = "NoSchedule") => ({
  key,
  ...(value === undefined ? {} : { value }),
  effect,
});

test.each([
  ["tolerates a single value", [taint("gpu", "a100")], ["gpu Equal a100 NoSchedule"]],
  ["tolerates a taint without a value by its key", [taint("gpu", undefined)], ["gpu Exists NoSchedule"]],
  ["nodes with the same value need one toleration", [taint("gpu", "a100"), taint("gpu", "a100")], ["gpu Equal a100 NoSchedule"]],
  ["nodes with different values need Exists", [taint("gpu", "a100"), taint("gpu", "h100")], ["gpu Exists NoSchedule"]],
  [
    "tolerates each effect separately",
    [taint("gpu", "a100"), taint("gpu", "h100", "NoExecute")],
    ["gpu Equal a100 NoSchedule", "gpu Equal h100 NoExecute"],
  ],
])("P9 %s", (_, taints, expected) => {
  const edit = addTolerationsEdit([{ key: "kept", operator: "Exists" }], taints);
  const [kept, ...added] = edit.kind === "tolerations" ? edit.to : [];
  expect(kept).toEqual({ key: "kept", operator: "Exists" });
  expect(
    added.map(({ key, operator, value, effect }) => [key, operator, value, effect].filter((part) => part !== undefined).join(" ")),
  ).toEqual(expected);
});

test.each([
  ["a taint of a user has both remedies", "dedicated", ["tolerate", "takeTaintsOff", "deletePods"]],
  ["a startup taint waits for its agent, so no user removes it", "node.cilium.io/agent-not-ready", ["deletePods"]],
  ["the awaited agent must tolerate its own startup taint", "ebs.csi.aws.com/agent-not-ready", ["tolerate", "deletePods"]],
  ["a node that is being removed takes its pods with it", "karpenter.sh/disrupted", []],
])("P9 %s", (_, key, expected) => {
  const facts = { daemonSet: () => ({ template: { tolerations: [] } }) } as unknown as PlanFacts;
  const checks = [{ kind: "taint", passed: false, taint: taint(key, undefined) }];
  const pair = { namespace: "logging", daemonSet: "ebs-csi-node", node: "n1", pods: ["agent-1"], placement: { verdict: "keep", checks } };
  expect(remediesFor(facts, pair as unknown as PairToFix).map(({ act }) => act.kind)).toEqual(expected);
  expect(remediesFor(facts, { ...pair, isEnding: true } as unknown as PairToFix)).toEqual([]);
});
