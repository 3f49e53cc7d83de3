import { conditionOf } from "@daemonscope/kube/conditions";
import type { ContainerStatusSummary, KubePod } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/time";
import type { PodReason } from "../records/pod-reason.ts";
import { isFailedEnd, isFailingReason } from "./failing-reason.ts";
import { imageOf } from "./pod-images.ts";
import { pinnedNodeReason } from "./scheduler-message.ts";

/** How a container ended, where its status has no message. */
export interface LastExit {
  readonly code: number | undefined;
}

/** What is wrong with a pod, by the words of kubelet and scheduler. `failing`: its own start or run fails.
 *  `passing`: somebody is at it, so that waiting alone may end it. */
export interface PodTrouble {
  readonly reason: PodReason;
  readonly message: string | undefined;
  readonly lastExit?: LastExit;
  readonly failing: boolean;
  readonly passing: boolean;
  /** From when the run of its container is so long that it fails no more, if nothing happens before. */
  readonly overcomeAtMs?: number;
}

/** So long a run is no moment between two crashes: the kubelet too starts its back-off anew after it. */
const OVERCOME_AFTER_MS = 600_000;

const verbatim = (reason: string): PodReason => ({ kind: "reason", reason });

/** The kubelet's words for an image that it could not pull: the one after each try, the other until the next. They are one cause, or its groups would change places with every try. */
const PULLS: ReadonlySet<string> = new Set(["ErrImagePull", "ImagePullBackOff"]);
const PULL_REASON = "ImagePullBackOff";

function waitingReason(reason: string, image: string | undefined): PodReason {
  if (!PULLS.has(reason)) return verbatim(reason);
  return { kind: "reason", reason: PULL_REASON, ...(image === undefined ? {} : { image }) };
}

const trouble = (reason: PodReason, message: string | undefined, failing: boolean, passing = false): PodTrouble => ({
  reason,
  message,
  failing,
  passing,
});

interface FailedEnd {
  readonly reason: string;
  readonly message: string | undefined;
  readonly lastExit?: LastExit;
  /** How often it ended, the last time included. */
  readonly ends: number;
}

const withExit = (found: PodTrouble, end: FailedEnd | undefined): PodTrouble =>
  end?.lastExit === undefined ? found : { ...found, lastExit: end.lastExit };

/** How a container that is not ready ended last, if with an error; one that runs now may not have been ready since. */
function failedEnd({ state, lastTerminated, ready, restartCount }: ContainerStatusSummary): FailedEnd | undefined {
  if (state?.kind === "terminated" && isFailedEnd(state.reason, state.exitCode))
    return { reason: state.reason || "Error", message: state.message, ends: restartCount + 1 };
  if (!ready && lastTerminated !== undefined && isFailedEnd(lastTerminated.reason, lastTerminated.exitCode))
    return {
      reason: lastTerminated.reason || "Error",
      message: undefined,
      lastExit: { code: lastTerminated.exitCode },
      ends: restartCount,
    };
  return undefined;
}

const startedAtMsOf = ({ state }: ContainerStatusSummary): number | undefined =>
  state?.kind === "running" ? timeMs(state.startedAt) : undefined;

/** Says whether the pod was ready after this container started: then it went down for another reason than a crash. */
function wasReadySince(container: ContainerStatusSummary, pod: KubePod): boolean {
  const startedAtMs = startedAtMsOf(container);
  const unready = conditionOf(pod.status.conditions, "Ready");
  const unreadySinceMs = unready?.status === "True" ? undefined : timeMs(unready?.lastTransitionTime);
  return startedAtMs !== undefined && unreadySinceMs !== undefined && unreadySinceMs > startedAtMs;
}

/** A container that fails goes before one that crashed once: the next run of that may be well, and nobody waits to find out (rule C11). */
function containerTrouble(pod: KubePod): PodTrouble | undefined {
  let once: PodTrouble | undefined;
  for (const container of pod.status.containers) {
    const { state } = container;
    if (state?.kind === "waiting" && isFailingReason(state.reason))
      return trouble(waitingReason(state.reason, imageOf(pod.spec, container.name)), state.message, true);
    const end = failedEnd(container);
    if (end === undefined || wasReadySince(container, pod)) continue;
    // Between two crashes a container runs for a moment: it is still failing.
    if (end.ends > 1) {
      const startedAtMs = startedAtMsOf(container);
      const found = withExit(trouble(verbatim(end.reason), end.message, true), end);
      return startedAtMs === undefined ? found : { ...found, overcomeAtMs: startedAtMs + OVERCOME_AFTER_MS };
    }
    once ??= withExit(trouble({ kind: "crashedOnce", reason: end.reason }, end.message, false, true), end);
  }
  return once;
}

/** Why a pod waits for the scheduler: gated, preempting others, an error that is tried again (binding a volume), or the pinned node's own reason (rule W2). */
function schedulingTrouble(pod: KubePod): PodTrouble | undefined {
  const { conditions, nominatedNodeName } = pod.status;
  const scheduled = conditionOf(conditions, "PodScheduled");
  if (pod.spec.schedulingGates.length > 0 || scheduled?.reason === "SchedulingGated")
    return trouble(verbatim("SchedulingGated"), scheduled?.message, false, true);
  if (scheduled?.status !== "False") return undefined;
  const reason = pinnedNodeReason(scheduled.message ?? scheduled.reason ?? "Unschedulable");
  if (nominatedNodeName !== undefined && nominatedNodeName !== "")
    return trouble(reason.kind === "reason" ? { kind: "preempting", reason: reason.reason } : reason, scheduled.message, false, true);
  return trouble(reason, scheduled.message, false, scheduled.reason === "SchedulerError");
}

/** Finds what is wrong with a pod: an ended phase, the scheduler's reason, or the first container that cannot go on; undefined when nothing is. */
export function podTrouble(pod: KubePod): PodTrouble | undefined {
  const { phase, reason, message } = pod.status;
  if (phase === "Failed") {
    const end = pod.status.containers.map(failedEnd).find((found) => found !== undefined);
    const found = trouble(verbatim(reason || end?.reason || "Failed"), message ?? end?.message, true);
    return message === undefined ? withExit(found, end) : found;
  }
  if (phase === "Succeeded") return trouble(verbatim("Succeeded"), message, true);
  return (pod.spec.nodeName ?? "") === "" ? schedulingTrouble(pod) : containerTrouble(pod);
}
