import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { putDaemonSet, putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { drain } from "@daemonscope/kube/base/drain";
import { expect, it } from "vitest";
import { kubeDaemonSet, kubeNode, kubePod } from "../../cluster.fixture.ts";
import { CheckpointPods } from "../../history/log/checkpoint-pods.ts";
import { HandoverReconciler } from "./handover-reconciler.ts";

const NODES = 3000;
/** Pods per run of the checkpoint. */
const PODS_PER_RUN = 500;

/** Returns a model that continues from a checkpoint, and a count of the checkpoint's runs of pods that were read. */
function continuedModel() {
  const before = new ClusterModel({ nowMs: 1 });
  const daemonSet = kubeDaemonSet("logs", { desired: NODES });
  before.apply(putDaemonSet(daemonSet));
  for (let at = 0; at < NODES; at++) {
    before.apply(putNode(kubeNode(`n${at}`)));
    before.apply(putPod(kubePod(daemonSet, `n${at}`)));
  }
  before.takeChanges();
  const saved = before.save();
  let runsRead = 0;
  const runs = Array.from({ length: NODES / PODS_PER_RUN }, (_value, at) => {
    const pods = saved.pods.slice(at * PODS_PER_RUN, (at + 1) * PODS_PER_RUN);
    const read = () => {
      runsRead++;
      return pods;
    };
    return { ids: pods.map((_pod, index) => at * PODS_PER_RUN + index), owners: [daemonSet.metadata.uid], pods: read };
  });
  const model = drain(ClusterModel.goingOnFrom({ nowMs: 1, saved: { ...saved, pods: new CheckpointPods(runs) } }));
  return { model, daemonSet, runsRead: () => runsRead, runs: runs.length };
}

it("L1 reads at most one run of pods per time slice, and all of them before the first checkpoint", () => {
  const { model, runsRead, runs } = continuedModel();
  const parts = HandoverReconciler.of(model, { note: () => undefined });
  let [mostPerSlice, before] = [0, runsRead()];
  for (let isOver = false; !isOver; before = runsRead()) {
    isOver = parts.next().done === true;
    mostPerSlice = Math.max(mostPerSlice, runsRead() - before);
  }
  expect([mostPerSlice, runsRead()]).toEqual([1, runs]);
  model.save();
  expect(runsRead()).toBe(runs);
});

it("L1 drops objects missing from the first list once, when the list is complete", () => {
  const { model, daemonSet } = continuedModel();
  const noted: ClusterEvent[] = [];
  const reconciler = drain(HandoverReconciler.of(model, { note: (_atMs, input) => noted.push(input) }));
  const uidOn = (node: string) => kubePod(daemonSet, node).metadata.uid;
  for (const object of Array.from(model.held.pods))
    if (object.node !== "n7" && object.node !== "n8") reconciler.note(1, { do: "put", kind: "pods", object });
  reconciler.note(1, { do: "drop", kind: "pods", key: uidOn("n8") });
  noted.splice(0);
  reconciler.dropUnlisted(1, "pods");
  reconciler.dropUnlisted(1, "pods");
  expect(noted).toEqual([{ do: "drop", kind: "pods", key: uidOn("n7") }]);
  expect(Array.from(model.held.pods).some(({ node }) => node === "n7")).toBe(false);
});
