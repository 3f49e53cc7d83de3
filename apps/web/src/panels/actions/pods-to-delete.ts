import { hasFlag } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { isConditionTaint } from "@daemonscope/kube/well-known";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";

/**
 * Reports whether one taint makes all misscheduled pods unwanted, and a user set that taint. Condition taints
 * do not count, because Kubernetes removes them itself.
 */
export function areExcludedByTaint(concern: DaemonSetRecord["concern"]): boolean {
  const taint = concern?.detail.kind === "misscheduled" ? concern.detail.taint : undefined;
  return taint !== undefined && !isConditionTaint({ key: taint.split(/[=:]/)[0] ?? "" });
}

/**
 * Returns the pods that stay on nodes that want none, because a later taint does not evict them. Excludes terminating
 * pods, pods that the controller deletes, and pods on NotReady nodes, which belong there again once the node is Ready.
 */
export function misscheduledPods({ nodes }: Pick<DaemonSetPodsAnswer, "nodes">): readonly string[] {
  return nodes.flatMap(({ verdict, cell, pods }) =>
    verdict === "keep" && !hasFlag(cell, "nodeUnready")
      ? pods.flatMap(({ name, terminatingSinceMs }) => (terminatingSinceMs === undefined ? [name] : []))
      : [],
  );
}

/** Returns the pods of old revisions that fail, except terminating ones. Under OnDelete only their deletion replaces
 *  them. */
export function failingOldPods({ nodes }: Pick<DaemonSetPodsAnswer, "nodes">): readonly string[] {
  const isFailing = ({ updated, available, trouble, terminatingSinceMs }: DaemonSetPodsAnswer["nodes"][number]["pods"][number]): boolean =>
    updated === false && !available && trouble !== undefined && terminatingSinceMs === undefined;
  return nodes.flatMap(({ verdict, pods }) => (verdict === "run" ? pods.filter(isFailing).map(({ name }) => name) : []));
}
