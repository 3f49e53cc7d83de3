import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import { putDaemonSet, putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { drain } from "@daemonscope/kube/base/drain";
import { expect, it } from "vitest";
import { kubeDaemonSet, kubeNode, kubePod } from "../../cluster.fixture.ts";
import { CheckpointPods } from "../../history/log/checkpoint-pods.ts";
import { HandoverReconciler } from "./handover-reconciler.ts";

const NODES = 3000;
/** The smallest size of one of two neighbouring runs. */
const RUN = 500;

/** A model that continues from a checkpoint, and the number of runs of pods that were read. */
function goneOn() {
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
  const runs = Array.from({ length: NODES / RUN }, (_value, at) => {
    const pods = saved.pods.slice(at * RUN, (at + 1) * RUN);
    const read = () => {
      runsRead++;
      return pods;
    };
    return { ids: pods.map((_pod, index) => at * RUN + index), owners: [daemonSet.metadata.uid], pods: read };
  });
  const model = drain(ClusterModel.goingOnFrom({ nowMs: 1, saved: { ...saved, pods: new CheckpointPods(runs) } }));
  return { model, daemonSet, runsRead: () => runsRead, runs: runs.length };
}

it("L1 takes over the content of a log in slices of one run of pods, completely before the first checkpoint", () => {
  const { model, runsRead, runs } = goneOn();
  const parts = HandoverReconciler.of(model, { note: () => undefined });
  let [most, before] = [0, runsRead()];
  for (let isOver = false; !isOver; before = runsRead()) {
    isOver = parts.next().done === true;
    most = Math.max(most, runsRead() - before);
  }
  expect([most, runsRead()]).toEqual([1, runs]);
  model.save();
  expect(runsRead()).toBe(runs);
});

it("L1 drops objects missing from the first list once, when the list is complete", () => {
  const { model, daemonSet } = goneOn();
  const noted: ClusterEvent[] = [];
  const held = drain(HandoverReconciler.of(model, { note: (_atMs, input) => noted.push(input) }));
  const uidOn = (node: string) => kubePod(daemonSet, node).metadata.uid;
  for (const object of Array.from(model.held.pods))
    if (object.node !== "n7" && object.node !== "n8") held.note(1, { do: "put", kind: "pods", object });
  held.note(1, { do: "drop", kind: "pods", key: uidOn("n8") });
  noted.splice(0);
  held.dropLeft(1, "pods");
  held.dropLeft(1, "pods");
  expect(noted).toEqual([{ do: "drop", kind: "pods", key: uidOn("n7") }]);
  expect(Array.from(model.held.pods).some(({ node }) => node === "n7")).toBe(false);
});
