import type { SourceName } from "@daemonscope/kube/source-status";
import type { ClusterSink } from "./cluster-watch.ts";

/** Maps each consumer method to its source. */
export const SOURCE_OF_METHOD: Readonly<Record<keyof ClusterSink, SourceName>> = {
  putNode: "nodes",
  dropNode: "nodes",
  putDaemonSet: "daemonsets",
  dropDaemonSet: "daemonsets",
  putRevision: "controllerrevisions",
  dropRevision: "controllerrevisions",
  putPod: "pods",
  putPodFacts: "pods",
  dropPod: "pods",
  putEvent: "events",
  dropEvent: "events",
};

/** Creates a consumer whose methods come from `told`, by name. */
export function sinkOf(told: <K extends keyof ClusterSink>(method: K) => ClusterSink[K]): ClusterSink {
  return {
    putNode: told("putNode"),
    dropNode: told("dropNode"),
    putDaemonSet: told("putDaemonSet"),
    dropDaemonSet: told("dropDaemonSet"),
    putRevision: told("putRevision"),
    dropRevision: told("dropRevision"),
    putPod: told("putPod"),
    putPodFacts: told("putPodFacts"),
    dropPod: told("dropPod"),
    putEvent: told("putEvent"),
    dropEvent: told("dropEvent"),
  };
}
