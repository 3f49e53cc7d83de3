import { dropObject, putDaemonSet, putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { aDaemonSet, aNode, aPod, EPOCH_MS, type PodParts } from "@daemonscope/daemonset/model/objects.fixture";
import { expect, it } from "vitest";
import { replacementState } from "./observed-state.ts";

const UP: PodParts = { node: "n1", readyAtMs: 0 };
const CRASHED: PodParts = { node: "n1", waiting: "CrashLoopBackOff", restarts: 9 };

/** Returns a model whose cells still describe `before`, although that pod is replaced by `after`. */
function stale(before: PodParts, after: PodParts | undefined) {
  const model = new ClusterModel({ nowMs: EPOCH_MS + 3_600_000 });
  model.apply(putNode(aNode("n1")));
  model.apply(putDaemonSet(aDaemonSet("a")));
  model.apply(putPod(aPod("a", "old", before)));
  model.takeChanges();
  model.apply(dropObject("pods", "pod-old"));
  if (after !== undefined) model.apply(putPod(aPod("a", "new", after)));
  return model;
}
const OLD = { daemonSetKey: "default/a", node: "n1", uid: "pod-old" };

it.each([
  ["an available pod that is gone", UP, undefined],
  ["an available pod that is gone, where the next one starts", UP, { node: "n1" }],
  ["a failing pod that is gone", CRASHED, undefined],
  ["a failing pod that is gone, where the next one starts", CRASHED, { node: "n1" }],
] as const)("with a cell that still reports %s the next pod counts as waiting", (_name, before, after) => {
  expect(replacementState(stale(before, after).reading, OLD)).toBe("waits");
});

it("the next pod is done once it is available, and fails if it fails", () => {
  const stateAfter = (after: PodParts) => {
    const model = stale(UP, after);
    model.takeChanges();
    return replacementState(model.reading, OLD);
  };
  expect([stateAfter(UP), stateAfter({ node: "n1" }), stateAfter(CRASHED)]).toEqual(["back", "waits", "failed"]);
});
