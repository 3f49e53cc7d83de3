import type { ClusterConsumer } from "./cluster-watch.ts";

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
