import type { SourceName } from "@daemonscope/shared/source-status";
import type { ClusterConsumer } from "./cluster-watch.ts";

/** Of what kind that is which a method of a consumer is told. */
export const SOURCE_OF: Readonly<Record<keyof ClusterConsumer, SourceName>> = {
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

/** A consumer whose methods `told` makes, each by its name. */
export function consumerOf(told: <K extends keyof ClusterConsumer>(method: K) => ClusterConsumer[K]): ClusterConsumer {
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
