import type { Condition } from "@daemonscope/kube/objects";

const IS_WELL_WHEN_FALSE: ReadonlySet<string> = new Set(["DisruptionTarget", "PodResizePending"]);
/** What a pod that is done is no more; the kubelet gives a reason for the first two only. */
const ENDS_WITH_IT: ReadonlySet<string> = new Set(["Ready", "ContainersReady", "PodReadyToStartContainers"]);

/** Whether a pod's condition is as it should be: True, but where it says that the pod is to go, or that it is done.
 *  Source: pkg/kubelet/status/generate.go, PodCompleted. */
export function isWell({ type, status }: Condition, conditions: readonly Condition[]): boolean {
  const isDone = conditions.some((each) => each.type === "Ready" && each.reason === "PodCompleted");
  return status === (IS_WELL_WHEN_FALSE.has(type) || (isDone && ENDS_WITH_IT.has(type)) ? "False" : "True");
}
