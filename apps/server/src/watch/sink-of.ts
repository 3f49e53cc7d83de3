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

/** Creates a sink from a function that returns each of its methods, by name. */
export function sinkOf(methodOf: <K extends keyof ClusterSink>(method: K) => ClusterSink[K]): ClusterSink {
  return {
    putNode: methodOf("putNode"),
    dropNode: methodOf("dropNode"),
    putDaemonSet: methodOf("putDaemonSet"),
    dropDaemonSet: methodOf("dropDaemonSet"),
    putRevision: methodOf("putRevision"),
    dropRevision: methodOf("dropRevision"),
    putPod: methodOf("putPod"),
    putPodFacts: methodOf("putPodFacts"),
    dropPod: methodOf("dropPod"),
    putEvent: methodOf("putEvent"),
    dropEvent: methodOf("dropEvent"),
  };
}
