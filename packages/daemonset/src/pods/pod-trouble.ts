import { conditionOf } from "@daemonscope/kube/conditions";
import type { KubePod } from "@daemonscope/kube/objects";
import { pinnedNodeReason } from "./scheduler-message.ts";

/** What is wrong with a pod, in the words of kubelet and scheduler. `failing`: it does not go away by waiting. */
export interface PodTrouble {
  readonly reason: string;
  readonly message: string | undefined;
  readonly failing: boolean;
}

/** Waiting reasons that are a normal step of a start. */
const NORMAL_WAIT = new Set(["ContainerCreating", "PodInitializing"]);

const trouble = (reason: string, message: string | undefined, failing: boolean): PodTrouble => ({ reason, message, failing });

function containerTrouble(pod: KubePod): PodTrouble | undefined {
  for (const { state, lastTerminated, ready } of pod.status.containers) {
    if (state?.kind === "waiting" && !NORMAL_WAIT.has(state.reason) && state.reason !== "")
      return trouble(state.reason, state.message, true);
    if (state?.kind === "terminated" && state.exitCode !== 0) return trouble(state.reason || "Error", state.message, true);
    if (!ready && lastTerminated !== undefined && lastTerminated.exitCode !== 0)
      return trouble(lastTerminated.reason || "Error", `last exit code ${lastTerminated.exitCode ?? "unknown"}`, true);
  }
  return undefined;
}

/** Finds what is wrong with a pod: a failed phase, the scheduler's reason, or the first container that cannot go on; undefined when nothing is. */
export function podTrouble(pod: KubePod): PodTrouble | undefined {
  const { phase, reason, message, conditions } = pod.status;
  if (phase === "Failed") return trouble(reason ?? "Failed", message, true);
  if (phase === "Succeeded") return trouble("Succeeded", message, true);
  if (pod.spec.nodeName === undefined) {
    const scheduled = conditionOf(conditions, "PodScheduled");
    if (scheduled?.status !== "False") return undefined;
    if (scheduled.reason === "SchedulingGated") return trouble("SchedulingGated", scheduled.message, false);
    return trouble(pinnedNodeReason(scheduled.message ?? scheduled.reason ?? "Unschedulable"), scheduled.message, false);
  }
  return containerTrouble(pod);
}
