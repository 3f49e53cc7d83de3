import { conditionOf } from "@daemonscope/kube/conditions";
import type { ContainerStatusSummary, KubePod } from "@daemonscope/kube/objects";
import { timeMs } from "@daemonscope/kube/values/time";
import { isPullReason, PULL_REASON } from "../causes/classify.ts";
import type { PodReason } from "../records/pod-reason.ts";
import { isContainersOwnEnd, isFailedEnd, isFailingReason, waitsAfterEnd } from "./failing-reason.ts";
import { imageOf } from "./pod-images.ts";

/** The last end of the container behind a reason, in the words of the kubelet. */
export interface LastExit {
  readonly code: number | undefined;
  readonly reason?: string;
  readonly signal?: number;
  readonly finishedAtMs?: number;
}

/** The container behind a reason. */
export interface ReasonContainer {
  readonly name: string;
  readonly role: "init" | "sidecar" | "main";
  readonly restarts: number;
}

/** Problem of a pod, in the words of kubelet and scheduler. `failing`: its own start or run fails.
 *  `passing`: a component works on it, so waiting alone may end it. */
export interface PodProblem {
  readonly reason: PodReason;
  readonly message: string | undefined;
  /** Absent if the pod as a whole, or the scheduler, has the problem. */
  readonly container?: ReasonContainer;
  readonly lastExit?: LastExit;
  readonly failing: boolean;
  readonly passing: boolean;
  /** Time from which its container has run long enough to no longer count as failing, if nothing happens before. */
  readonly overcomeAtMs?: number;
  /** Estimated start of its crash loop. */
  readonly loopSinceMs?: number;
}

/** A run of this length is not a short run between two ends. The kubelet also resets its backoff after it. */
const OVERCOME_AFTER_MS = 600_000;

const verbatim = (reason: string): PodReason => ({ kind: "reason", reason });

function waitingReason(reason: string, image: string | undefined): PodReason {
  if (!isPullReason(reason)) return verbatim(reason);
  return { kind: "reason", reason: PULL_REASON, ...(image === undefined ? {} : { image }) };
}

const problem = (reason: PodReason, message: string | undefined, failing: boolean, passing = false): PodProblem => ({
  reason,
  message,
  failing,
  passing,
});

/** An API time. A runtime writes the start of a run that never began as 0. */
const eventTimeMs = (text: string | undefined): number | undefined => timeMs(text) || undefined;

/** The last end of a container that ended by itself. */
interface LastEnd {
  readonly reason: string;
  readonly message: string | undefined;
  readonly lastExit: LastExit;
  readonly failed: boolean;
  /** Number of times it ended, including the last time. */
  readonly ends: number;
  /** Length of the run that ended; undefined if unknown. */
  readonly ranMs: number | undefined;
}

function lastEndOf({ state, lastTerminated, restartCount, role }: ContainerStatusSummary): LastEnd | undefined {
  const isEnded = state?.kind === "terminated";
  const end = isEnded ? state : lastTerminated;
  if (end === undefined || !isContainersOwnEnd(end.reason)) return undefined;
  const { exitCode, message, signal } = end;
  const failed = isFailedEnd(end.reason, exitCode);
  // An init container that completed is done, or runs again in a new sandbox.
  if (role === "init" && !failed) return undefined;
  const reason = end.reason || (failed ? "Error" : "Completed");
  const finishedAtMs = eventTimeMs(end.finishedAt);
  const waitsForNext = state?.kind === "waiting" && waitsAfterEnd(state.reason);
  return {
    reason,
    message,
    lastExit: {
      code: exitCode,
      reason,
      ...(signal === undefined ? {} : { signal }),
      ...(finishedAtMs === undefined ? {} : { finishedAtMs }),
    },
    failed,
    ends: restartCount + (isEnded || waitsForNext ? 1 : 0),
    ranMs: finishedAtMs === undefined ? undefined : finishedAtMs - (eventTimeMs(end.startedAt) ?? finishedAtMs),
  };
}

const startedAtMsOf = ({ state }: ContainerStatusSummary): number | undefined =>
  state?.kind === "running" ? timeMs(state.startedAt) : undefined;

/** Returns how long a container had run when the pod became unready. Undefined if the pod is ready, or became unready
 *  before that run. Otherwise the pod became unready for another reason than a crash. */
function ranUntilUnreadyMs(container: ContainerStatusSummary, pod: KubePod): number | undefined {
  const startedAtMs = startedAtMsOf(container);
  const ready = conditionOf(pod.status.conditions, "Ready");
  const unreadySinceMs = ready?.status === "True" ? undefined : timeMs(ready?.lastTransitionTime);
  if (startedAtMs === undefined || unreadySinceMs === undefined || unreadySinceMs <= startedAtMs) return undefined;
  return unreadySinceMs - startedAtMs;
}

const BACK_OFF_MS = 10_000;
const BACK_OFF_LIMIT_MS = 300_000;
/** The number of the restart before which the kubelet first waits for `BACK_OFF_LIMIT_MS`. */
const LIMIT_RESTART = 7;

/** Returns how long the kubelet waits before this many restarts: nothing before the first, then 10 s, doubled each
 *  time, at most five minutes. Source: pkg/kubelet/kubelet.go, MaxContainerBackOff. */
function backOffsMs(restarts: number): number {
  if (restarts < 2) return 0;
  const doubled = Math.min(restarts, LIMIT_RESTART - 1);
  return BACK_OFF_MS * (2 ** (doubled - 1) - 1) + (restarts - doubled) * BACK_OFF_LIMIT_MS;
}

/** Returns the estimated start of a crash loop, as if all its runs were as long as the last one. */
function loopSinceMs({ ends, ranMs, lastExit: { finishedAtMs } }: LastEnd): number | undefined {
  if (finishedAtMs === undefined || ranMs === undefined) return undefined;
  return finishedAtMs - ends * ranMs - backOffsMs(ends - 1);
}

const reasonContainerOf = ({ name, role, restartCount }: ContainerStatusSummary): ReasonContainer => ({
  name,
  role: role ?? "main",
  restarts: restartCount,
});

/** Returns the problem of a container that ends again and again. */
function crashLoop(container: ContainerStatusSummary, end: LastEnd): PodProblem {
  const startedAtMs = startedAtMsOf(container);
  const sinceMs = loopSinceMs(end);
  return {
    ...problem(verbatim(end.reason), end.message, true),
    container: reasonContainerOf(container),
    lastExit: end.lastExit,
    ...(startedAtMs === undefined ? {} : { overcomeAtMs: startedAtMs + OVERCOME_AFTER_MS }),
    ...(sinceMs === undefined ? {} : { loopSinceMs: sinceMs }),
  };
}

/** Reports whether a container ended twice without a run of ten minutes in between, and has not run for ten minutes
 *  since, as far as its status and the pod's show. A ready container needs times as a proof. */
function isLooping(container: ContainerStatusSummary, { ends, ranMs }: LastEnd, pod: KubePod): boolean {
  if (ends < 2 || (ranMs ?? 0) >= OVERCOME_AFTER_MS) return false;
  if (container.ready && (ranMs === undefined || startedAtMsOf(container) === undefined)) return false;
  return (ranUntilUnreadyMs(container, pod) ?? 0) < OVERCOME_AFTER_MS;
}

/** Returns the problem of the containers (rule C11). A failing container takes precedence over one that crashed
 *  once, because the latter may recover on its next run. */
function containerProblem(pod: KubePod): PodProblem | undefined {
  let crashedOnce: PodProblem | undefined;
  for (const container of pod.status.containers) {
    const { state } = container;
    const end = lastEndOf(container);
    if (state?.kind === "waiting" && isFailingReason(state.reason)) {
      if (end !== undefined && waitsAfterEnd(state.reason)) return crashLoop(container, end);
      const reason = waitingReason(state.reason, imageOf(pod.spec, container.name));
      return { ...problem(reason, state.message, true), container: reasonContainerOf(container) };
    }
    if (end === undefined) continue;
    if (container.isFinal) {
      const reason = { kind: "notRestarted", reason: end.reason } as const;
      return { ...problem(reason, end.message, true), container: reasonContainerOf(container), lastExit: end.lastExit };
    }
    // Between two ends a container runs for a moment. It is still failing, even while it is ready.
    if (isLooping(container, end, pod)) return crashLoop(container, end);
    if (!end.failed || container.ready || ranUntilUnreadyMs(container, pod) !== undefined) continue;
    crashedOnce ??= {
      ...problem({ kind: "crashedOnce", reason: end.reason }, end.message, false, true),
      container: reasonContainerOf(container),
      lastExit: end.lastExit,
    };
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
/** Entries of the scheduler's message for nodes other than the one that the pod is pinned to: of Kubernetes 1.32 and
 *  later, and of 1.27 to 1.30. 1.31 writes none. */
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

/** A preemption that found no victims. It clears the scheduler's nomination, so that a nominated node is another
 *  component's. Source: KEP-5278; pkg/scheduler/framework/preemption, Preempt. */
const NO_PREEMPTION = / preemption: 0\/\d+ nodes are available:/;

/** Returns the reason why a pod waits for the scheduler (rule W2). That is a gate, a preemption, an error that is
 *  retried (binding a volume), or the pinned node's own reason. */
function schedulingProblem(pod: KubePod): PodProblem | undefined {
  const { conditions, nominatedNodeName } = pod.status;
  const scheduled = conditionOf(conditions, "PodScheduled");
  if (pod.spec.schedulingGates.length > 0 || scheduled?.reason === "SchedulingGated")
    return problem(verbatim("SchedulingGated"), scheduled?.message, false, true);
  if (scheduled?.status !== "False") return undefined;
  const reason = pinnedNodeReason(scheduled.message ?? scheduled.reason ?? "Unschedulable");
  const isNominated = nominatedNodeName !== undefined && nominatedNodeName !== "";
  if (isNominated && !NO_PREEMPTION.test(scheduled.message ?? ""))
    return problem(reason.kind === "reason" ? { kind: "preempting", reason: reason.reason } : reason, scheduled.message, false, true);
  return problem(reason, scheduled.message, false, scheduled.reason === "SchedulerError");
}

/** Returns the problem of a pod: an ended phase, the scheduler's reason, or the first container that cannot proceed.
 *  Undefined if it has none. */
export function podProblem(pod: KubePod): PodProblem | undefined {
  const { phase, reason, message } = pod.status;
  if (phase === "Failed") {
    const failed = pod.status.containers.find((container) => lastEndOf(container)?.failed);
    const end = failed === undefined ? undefined : lastEndOf(failed);
    const found = problem(verbatim(reason || end?.reason || "Failed"), message ?? end?.message, true);
    if (failed === undefined || end === undefined) return found;
    return { ...found, container: reasonContainerOf(failed), lastExit: end.lastExit };
  }
  if (phase === "Succeeded") return problem(verbatim("Succeeded"), message, true);
  return (pod.spec.nodeName ?? "") === "" ? schedulingProblem(pod) : containerProblem(pod);
}
