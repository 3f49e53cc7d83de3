import { conditionOf } from "@daemonscope/kube/conditions";
import type { KubePod } from "@daemonscope/kube/objects";
import { isFailedEnd, isFailingReason } from "./failing-reason.ts";
import { pinnedNodeReason } from "./scheduler-message.ts";

/** What is wrong with a pod, in the words of kubelet and scheduler. `failing`: its own start or run fails.
 *  `passing`: somebody is at it, so that waiting alone may end it. */
export interface PodTrouble {
  readonly reason: string;
  readonly message: string | undefined;
  readonly failing: boolean;
  readonly passing: boolean;
}

const trouble = (reason: string, message: string | undefined, failing: boolean, passing = false): PodTrouble => ({
  reason,
  message,
  failing,
  passing,
});

function containerTrouble(pod: KubePod): PodTrouble | undefined {
  for (const { state, lastTerminated, ready } of pod.status.containers) {
    if (state?.kind === "waiting" && isFailingReason(state.reason)) return trouble(state.reason, state.message, true);
    if (state?.kind === "terminated" && isFailedEnd(state.reason, state.exitCode))
      return trouble(state.reason || "Error", state.message, true);
    // Between two crashes a container runs for a moment: it is still failing.
    if (!ready && lastTerminated !== undefined && isFailedEnd(lastTerminated.reason, lastTerminated.exitCode))
      return trouble(lastTerminated.reason || "Error", `last exit code ${lastTerminated.exitCode ?? "unknown"}`, true);
  }
  return undefined;
}

/** Why a pod waits for the scheduler: gated, preempting others, an error that is tried again (binding a volume), or the pinned node's own reason (rule S2). */
function schedulingTrouble(pod: KubePod): PodTrouble | undefined {
  const { conditions, nominatedNodeName } = pod.status;
  const scheduled = conditionOf(conditions, "PodScheduled");
  if (pod.spec.schedulingGates.length > 0 || scheduled?.reason === "SchedulingGated")
    return trouble("SchedulingGated", scheduled?.message, false, true);
  if (scheduled?.status !== "False") return undefined;
  const reason = pinnedNodeReason(scheduled.message ?? scheduled.reason ?? "Unschedulable");
  if (nominatedNodeName !== undefined && nominatedNodeName !== "")
    return trouble(`${reason}; other pods are being pushed out for it`, scheduled.message, false, true);
  return trouble(reason, scheduled.message, false, scheduled.reason === "SchedulerError");
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
