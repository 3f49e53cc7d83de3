import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { isConditionTaint } from "@daemonscope/kube/well-known";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";

/** True where one taint keeps all of its misscheduled pods from being wanted, and somebody has put it there: the taints of a node's condition go with it, and the pods are wanted again. */
export function areKeptByTaint(concern: DaemonSetRecord["concern"]): boolean {
  const taint = concern?.detail.kind === "misscheduled" ? concern.detail.taint : undefined;
  return taint !== undefined && !isConditionTaint({ key: taint.split(/[=:]/)[0] ?? "" });
}

/** The pods that stay on nodes that want none: a taint came after them that evicts nobody. Those that the controller deletes, or that are on their way out, need nobody. */
export function misscheduledPods({ nodes }: Pick<DaemonSetPodsAnswer, "nodes">): readonly string[] {
  return nodes.flatMap(({ verdict, pods }) =>
    verdict === "keep" ? pods.flatMap(({ name, terminatingSinceMs }) => (terminatingSinceMs === undefined ? [name] : [])) : [],
  );
}
