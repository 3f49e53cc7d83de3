import { conditionOf } from "@daemonscope/kube/conditions";
import type { ContainerStatusSummary, KubePod } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import type { PodReason } from "../records/pod-reason.ts";
import { isFailedEnd, isFailingReason } from "./failing-reason.ts";
import { imageOf } from "./pod-images.ts";

/** Exit of a container whose status has no message. */
export interface LastExit {
  readonly code: number | undefined;
}

/** Problem of a pod, in the words of kubelet and scheduler. `failing`: its own start or run fails.
 *  `passing`: a component works on it, so waiting alone may end it. */
export interface PodProblem {
  readonly reason: PodReason;
  readonly message: string | undefined;
  readonly lastExit?: LastExit;
  readonly failing: boolean;
  readonly passing: boolean;
  /** Time from which its container has run long enough to no longer count as failing, if nothing happens before. */
  readonly overcomeAtMs?: number;
}

/** A run of this length is not a short run between two crashes. The kubelet also resets its backoff after it. */
const OVERCOME_AFTER_MS = 600_000;

const verbatim = (reason: string): PodReason => ({ kind: "reason", reason });

/** Reasons of the kubelet for an image pull failure: one after each try, the other until the next try. They count as
 *  one cause, because otherwise the groups would change with each try. */
const PULLS: ReadonlySet<string> = new Set(["ErrImagePull", "ImagePullBackOff"]);
const PULL_REASON = "ImagePullBackOff";

function waitingReason(reason: string, image: string | undefined): PodReason {
  if (!PULLS.has(reason)) return verbatim(reason);
  return { kind: "reason", reason: PULL_REASON, ...(image === undefined ? {} : { image }) };
}

const problem = (reason: PodReason, message: string | undefined, failing: boolean, passing = false): PodProblem => ({
  reason,
  message,
  failing,
  passing,
});

interface FailedEnd {
  readonly reason: string;
  readonly message: string | undefined;
  readonly lastExit?: LastExit;
  /** Number of times it ended, including the last time. */
  readonly ends: number;
}

const withExit = (found: PodProblem, end: FailedEnd | undefined): PodProblem =>
  end?.lastExit === undefined ? found : { ...found, lastExit: end.lastExit };

/** Returns the last end of a container that is not ready, if it was an error. Does not check whether the pod was ready
 *  after that end (`wasReadySince`). */
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

/** Reports whether the pod was ready after this container started. If so, it became unready for another reason than
 *  a crash. */
function wasReadySince(container: ContainerStatusSummary, pod: KubePod): boolean {
  const startedAtMs = startedAtMsOf(container);
  const unready = conditionOf(pod.status.conditions, "Ready");
  const unreadySinceMs = unready?.status === "True" ? undefined : timeMs(unready?.lastTransitionTime);
  return startedAtMs !== undefined && unreadySinceMs !== undefined && unreadySinceMs > startedAtMs;
}

/** Returns the problem of the containers (rule C11). A failing container takes precedence over one that crashed
 *  once, because the latter may recover on its next run. */
function containerProblem(pod: KubePod): PodProblem | undefined {
  let crashedOnce: PodProblem | undefined;
  for (const container of pod.status.containers) {
    const { state } = container;
    if (state?.kind === "waiting" && isFailingReason(state.reason))
      return problem(waitingReason(state.reason, imageOf(pod.spec, container.name)), state.message, true);
    const end = failedEnd(container);
    if (end === undefined || wasReadySince(container, pod)) continue;
    // Between two crashes a container runs for a moment. It is still failing.
    if (end.ends > 1) {
      const startedAtMs = startedAtMsOf(container);
      const found = withExit(problem(verbatim(end.reason), end.message, true), end);
      return startedAtMs === undefined ? found : { ...found, overcomeAtMs: startedAtMs + OVERCOME_AFTER_MS };
    }
    crashedOnce ??= withExit(problem({ kind: "crashedOnce", reason: end.reason }, end.message, false, true), end);
  }
  return crashedOnce;
}

const HEADER = /^0\/(\d+) nodes are available:/;
const PREEMPTION = " preemption: ";
/** The count of an entry, or the end of a sentence. */
const COUNT_OR_STOP = /(?:^ ?|, )(\d+) |\. /g;
/** End of a text that was cut. A condition that repeats an event has at most the 1024 bytes of an event. */
const CUT = / \.\.\.$/;
const ENTRY = /^(\d+) (.*)$/s;
/** Entries for the other nodes, which pinning excludes: of 1.32 and later, and of 1.27 to 1.30. 1.31 has none. */
const OTHER_NODES = /^node\(s\) didn't satisfy plugin\(s\) \[[^\]]*\]$|^node is filtered out by the prefilter result$/;
/** Before 1.27 the entry of the other nodes was that of a node whose labels do not match. The pinned node may have
 *  the same entry. */
const OTHER_NODES_BEFORE = /^node\(s\) didn't match Pod's node affinity\/selector$/;

/** Returns the entries of the filters without the texts of other plugins on preemption and claims. O(length).
 *  Those texts follow a full stop, but a reason may contain one too. The filters end at the first full stop before
 *  which the counts cover all nodes. */
function filtersOf(text: string, nodes: number): string {
  const preemptionAt = text.indexOf(PREEMPTION);
  const before = preemptionAt === -1 ? text : text.slice(0, preemptionAt + 1);
  let countedNodes = 0;
  let firstStop: number | undefined;
  for (const { 1: count, index } of before.matchAll(COUNT_OR_STOP)) {
    if (count !== undefined) countedNodes += Number(count);
    else if (countedNodes >= nodes) return before.slice(0, index);
    else firstStop ??= index;
  }
  if (firstStop !== undefined) return before.slice(0, firstStop);
  return preemptionAt === -1 ? text : "";
}

/** Returns the entries of the filters, without one that was cut off. */
function entriesOf(message: string): readonly string[] {
  const [header = "", nodes] = HEADER.exec(message) ?? [];
  const body = filtersOf(message.slice(header.length), Number(nodes));
  const parts = body
    .replace(CUT, "")
    .replace(/\.\s*$/, "")
    .trim()
    .split(/, (?=\d+ )/);
  const complete = CUT.test(body) && parts.length > 1 ? parts.slice(0, -1) : parts;
  return complete.map((entry) => ENTRY.exec(entry)?.[2] ?? entry).filter((entry) => entry !== "");
}

/** Returns the pinned node's own reason in a scheduler message: `Insufficient cpu`, `node(s) had untolerated
 *  taint(s)`…
 *  If no entry belongs to the pinned node, the node does not exist. Returns the whole text if the grammar is
 *  unknown. Never throws.
 *  Source: pkg/scheduler/framework/types.go, FitError.Error; schedule_one.go, findNodesThatFitPod (rule W1). */
export function pinnedNodeReason(message: string): PodReason {
  if (!HEADER.test(message)) return verbatim(message);
  const entries = entriesOf(message);
  const hasOtherNodesEntry = entries.some((entry) => OTHER_NODES.test(entry));
  const nodeEntries = entries.filter((entry) => !(hasOtherNodesEntry ? OTHER_NODES : OTHER_NODES_BEFORE).test(entry));
  if (nodeEntries.length > 0) return verbatim(nodeEntries.join(", "));
  return hasOtherNodesEntry || entries.length === 0 ? { kind: "noSuchNode" } : verbatim(entries.join(", "));
}

/** Returns the reason why a pod waits for the scheduler (rule W2). That is a gate, a preemption, an error that is
 *  retried (binding a volume), or the pinned node's own reason. */
function schedulingProblem(pod: KubePod): PodProblem | undefined {
  const { conditions, nominatedNodeName } = pod.status;
  const scheduled = conditionOf(conditions, "PodScheduled");
  if (pod.spec.schedulingGates.length > 0 || scheduled?.reason === "SchedulingGated")
    return problem(verbatim("SchedulingGated"), scheduled?.message, false, true);
  if (scheduled?.status !== "False") return undefined;
  const reason = pinnedNodeReason(scheduled.message ?? scheduled.reason ?? "Unschedulable");
  if (nominatedNodeName !== undefined && nominatedNodeName !== "")
    return problem(reason.kind === "reason" ? { kind: "preempting", reason: reason.reason } : reason, scheduled.message, false, true);
  return problem(reason, scheduled.message, false, scheduled.reason === "SchedulerError");
}

/** Returns the problem of a pod: an ended phase, the scheduler's reason, or the first container that cannot proceed.
 *  Undefined if it has none. */
export function podProblem(pod: KubePod): PodProblem | undefined {
  const { phase, reason, message } = pod.status;
  if (phase === "Failed") {
    const end = pod.status.containers.map(failedEnd).find((found) => found !== undefined);
    const found = problem(verbatim(reason || end?.reason || "Failed"), message ?? end?.message, true);
    return message === undefined ? withExit(found, end) : found;
  }
  if (phase === "Succeeded") return problem(verbatim("Succeeded"), message, true);
  return (pod.spec.nodeName ?? "") === "" ? schedulingProblem(pod) : containerProblem(pod);
}
