import type { Condition } from "@daemonscope/kube/objects";

const HEALTHY_WHEN_FALSE: ReadonlySet<string> = new Set(["DisruptionTarget", "PodResizePending"]);
/** Conditions that are False for a completed pod. The kubelet gives a reason for the first two only. */
const FALSE_WHEN_COMPLETED: ReadonlySet<string> = new Set(["Ready", "ContainersReady", "PodReadyToStartContainers"]);

/** Reports whether a pod's condition is healthy. That is True, except for disruption or pending resize, and for a
 *  completed pod. Source: pkg/kubelet/status/generate.go, PodCompleted. */
export function isConditionHealthy({ type, status }: Condition, conditions: readonly Condition[]): boolean {
  const isDone = conditions.some((each) => each.type === "Ready" && each.reason === "PodCompleted");
  return status === (HEALTHY_WHEN_FALSE.has(type) || (isDone && FALSE_WHEN_COMPLETED.has(type)) ? "False" : "True");
}
