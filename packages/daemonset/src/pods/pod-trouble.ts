import { conditionOf } from "@daemonscope/kube/conditions";
import type { KubePod } from "@daemonscope/kube/objects";
import { isFailingReason } from "./failing-reason.ts";
import { pinnedNodeReason } from "./scheduler-message.ts";

/** What is wrong with a pod, in the words of kubelet and scheduler. `failing`: it does not go away by waiting. */
export interface PodTrouble {
  readonly reason: string;
  readonly message: string | undefined;
  readonly failing: boolean;
}

const trouble = (reason: string, message: string | undefined, failing: boolean): PodTrouble => ({ reason, message, failing });

function containerTrouble(pod: KubePod): PodTrouble | undefined {
  for (const { state, lastTerminated, ready } of pod.status.containers) {
    if (state?.kind === "waiting" && isFailingReason(state.reason)) return trouble(state.reason, state.message, true);
    if (state?.kind === "terminated" && state.exitCode !== 0) return trouble(state.reason || "Error", state.message, true);
    // Between two crashes a container runs for a moment: it is still failing.
    if (!ready && lastTerminated !== undefined && lastTerminated.exitCode !== 0)
      return trouble(lastTerminated.reason || "Error", `last exit code ${lastTerminated.exitCode ?? "unknown"}`, true);
  }
  return undefined;
}

/** Why a pod waits for the scheduler: gated, preempting others, or the pinned node's own reason (rule S2). */
function schedulingTrouble(pod: KubePod): PodTrouble | undefined {
  const { conditions, nominatedNodeName } = pod.status;
  const scheduled = conditionOf(conditions, "PodScheduled");
  if (pod.spec.schedulingGates.length > 0 || scheduled?.reason === "SchedulingGated")
    return trouble("SchedulingGated", scheduled?.message, false);
  if (scheduled?.status !== "False") return undefined;
  const reason = pinnedNodeReason(scheduled.message ?? scheduled.reason ?? "Unschedulable");
  const preempts = nominatedNodeName !== undefined && nominatedNodeName !== "";
  return trouble(preempts ? `${reason}; other pods are being pushed out for it` : reason, scheduled.message, false);
}

/** Finds what is wrong with a pod: an ended phase, the scheduler's reason, or the first container that cannot go on; undefined when nothing is. */
export function podTrouble(pod: KubePod): PodTrouble | undefined {
  const { phase, reason, message } = pod.status;
  if (phase === "Failed") {
    const container = containerTrouble(pod);
    return trouble(reason || container?.reason || "Failed", message ?? container?.message, true);
  }
  if (phase === "Succeeded") return trouble("Succeeded", message, true);
  return (pod.spec.nodeName ?? "") === "" ? schedulingTrouble(pod) : containerTrouble(pod);
}
