import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { conditionOf } from "@daemonscope/kube/conditions";
import type { KubePod, PodRequestSpec, StringMap, UnboundPodSpec } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { timeMs } from "@daemonscope/kube/values/time";
import { LABELS } from "@daemonscope/kube/well-known";
import { amountText } from "../capacity/amount.ts";
import { type HostPort, hostPortsOf } from "../capacity/host-ports.ts";
import { podRequests } from "../capacity/pod-requests.ts";
import type { PodReason } from "../records/pod-reason.ts";
import { type LastExit, type PodProblem, podProblem, type ReasonContainer } from "./pod-problem.ts";
import { type StartStep, startStep } from "./start-step.ts";

/** A pod that waits for a scheduler. */
interface UnscheduledPod extends Omit<UnboundPodSpec, "requests"> {
  /** A scheduler has written its condition PodScheduled. */
  readonly reported: boolean;
  /** Its scheduling gates. Absent if it has none. */
  readonly gates?: readonly string[];
  /** What the scheduler reserves for it, by resource. Absent if it was not refused. */
  readonly requests?: StringMap;
  /** Absent if it was not refused, or has none. */
  readonly hostPorts?: readonly HostPort[];
}

/** Facts of a daemon pod that the domain keeps: about a thirtieth of the object. */
export interface PodFacts {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly ownerUid: string;
  /** The node to which it is bound, otherwise the node to which its affinity pins it (rule C1). */
  readonly node: string;
  readonly scheduled: boolean;
  readonly createdAtMs: number;
  readonly hash: string | undefined;
  readonly templateGeneration: string | undefined;
  readonly phase: string;
  readonly ready: boolean;
  /** lastTransitionTime of the Ready condition, if ready. */
  readonly readySinceMs: number | undefined;
  /** lastTransitionTime of the Ready condition, if the condition exists and is not True. */
  readonly unreadySinceMs: number | undefined;
  /** The deletionTimestamp minus the grace period. */
  readonly deletingSinceMs: number | undefined;
  /** The deletionTimestamp: the end of the grace period. */
  readonly goneByMs: number | undefined;
  readonly restarts: number;
  readonly reason: PodReason | undefined;
  /** The full API sentence behind the reason. */
  readonly message: string | undefined;
  /** The container behind the reason. */
  readonly container?: ReasonContainer;
  /** Last end of that container, if the reason is an end. */
  readonly lastExit?: LastExit;
  readonly failing: boolean;
  /** Time from which it no longer fails, if nothing else happens (rule C11). */
  readonly overcomeAtMs?: number;
  /** Estimated start of its crash loop, not before its creation. */
  readonly loopSinceMs?: number;
  /** The problem may end by itself. */
  readonly passing: boolean;
  /** Next step of its start, if it has no problem. */
  readonly step: StartStep | undefined;
  /** Images of its containers, as in KubePod. */
  readonly images?: string;
  /** How it waits for its scheduler. Absent for a pod of the default scheduler that it has not reported yet, as each
   *  new pod. */
  readonly unscheduled?: UnscheduledPod;
  /** The Ready condition of a pod that waits for a readiness gate while its containers are ready. */
  readonly notReady?: { readonly reason: string; readonly message: string };
  /** The finalizers that remain, if it is being deleted. */
  readonly finalizers?: readonly string[];
  /** It is being deleted because a device that it uses has a NoExecute taint. */
  readonly hasTaintedDevice?: true;
  /** The host ports of a pod that is being deleted and has not ended, and the name of its DaemonSet. */
  readonly holds?: { readonly daemonSet: string; readonly ports: readonly HostPort[] };
}

/** Reason of the Ready condition while only readiness gates are missing.
 *  Source: pkg/kubelet/status/generate.go, GeneratePodReadyCondition. */
export const GATES_NOT_READY = "ReadinessGatesNotReady";

const DEFAULT_SCHEDULER = "default-scheduler";

/** Returns the host ports in a spec; undefined if it has none, or if they were not read. */
function hostPortsIn({ ports }: KubePod["spec"]): readonly HostPort[] | undefined {
  const found = ports === undefined ? [] : hostPortsOf(ports);
  return found.length === 0 ? undefined : found;
}

/** Returns the host ports that a pod holds until it has ended; undefined for a pod that is not being deleted. */
function heldPorts({ metadata, spec, status: { phase } }: KubePod): readonly HostPort[] | undefined {
  const isEnding = metadata.deletionTimestamp !== undefined && phase !== "Succeeded" && phase !== "Failed";
  return isEnding && (spec.nodeName ?? "") !== "" ? hostPortsIn(spec) : undefined;
}

function unscheduledPod({ spec, status }: KubePod): UnscheduledPod | undefined {
  const { unbound, schedulingGates: gates } = spec;
  const reported = conditionOf(status.conditions, "PodScheduled") !== undefined;
  if (unbound === undefined || (!reported && unbound.schedulerName === DEFAULT_SCHEDULER)) return undefined;
  const { requests, ...settings } = unbound;
  const hostPorts = hostPortsIn(spec);
  return {
    ...settings,
    reported,
    ...(gates.length === 0 ? {} : { gates }),
    ...(requests === undefined ? {} : { requests: requestTexts(requests) }),
    ...(hostPorts === undefined ? {} : { hostPorts }),
  };
}

const requestTexts = (spec: PodRequestSpec): StringMap =>
  Object.fromEntries([...podRequests(spec)].flatMap(([name, amount]) => (amount > 0n ? [[name, amountText(name, amount)]] : [])));

type CrashEvidence = Pick<PodFacts, "container" | "lastExit" | "overcomeAtMs" | "loopSinceMs">;

const crashEvidence = ({ container, lastExit, overcomeAtMs, loopSinceMs }: PodProblem, createdAtMs: number): CrashEvidence => ({
  ...(container === undefined ? {} : { container }),
  ...(lastExit === undefined ? {} : { lastExit }),
  ...(overcomeAtMs === undefined ? {} : { overcomeAtMs }),
  ...(loopSinceMs === undefined ? {} : { loopSinceMs: Math.max(createdAtMs, loopSinceMs) }),
});

/** Reports whether a pod is being deleted because of a device taint.
 *  Source: pkg/controller/devicetainteviction, addConditionAndDeletePod. */
function isTaintedDevice({ metadata, status }: KubePod): boolean {
  if (metadata.deletionTimestamp === undefined) return false;
  const target = conditionOf(status.conditions, "DisruptionTarget");
  return target?.status === "True" && target.reason === "DeletionByDeviceTaintManager";
}

/** Returns the facts of a pod that a DaemonSet controls. Undefined for any other pod, and for a pod without a node. */
export function podFactsOf(pod: KubePod): PodFacts | undefined {
  const owner = controllerOf(pod.metadata);
  if (owner?.kind !== "DaemonSet") return undefined;
  const boundTo = pod.spec.nodeName ?? "";
  const node = boundTo === "" ? (pod.spec.affinityNodeName ?? "") : boundTo;
  if (node === "") return undefined;
  const readyCondition = conditionOf(pod.status.conditions, "Ready");
  const ready = readyCondition?.status === "True";
  const problem = podProblem(pod);
  const unscheduled = boundTo === "" ? unscheduledPod(pod) : undefined;
  const ports = heldPorts(pod);
  const createdAtMs = timeMs(pod.metadata.creationTimestamp) ?? 0;
  const goneByMs = timeMs(pod.metadata.deletionTimestamp);
  return {
    uid: pod.metadata.uid,
    namespace: pod.metadata.namespace,
    name: pod.metadata.name,
    ownerUid: owner.uid,
    node,
    scheduled: boundTo !== "",
    createdAtMs,
    hash: pod.metadata.labels?.[LABELS.revisionHash],
    templateGeneration: pod.metadata.labels?.[LABELS.templateGeneration],
    phase: pod.status.phase,
    ready,
    readySinceMs: ready ? timeMs(readyCondition?.lastTransitionTime) : undefined,
    unreadySinceMs: ready ? undefined : timeMs(readyCondition?.lastTransitionTime),
    deletingSinceMs: goneByMs === undefined ? undefined : goneByMs - (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000,
    goneByMs,
    restarts: restartsOf(pod),
    reason: problem?.reason,
    message: problem?.message,
    ...(problem === undefined ? {} : crashEvidence(problem, createdAtMs)),
    // Only a crash loop is a problem of a ready pod, and its end is known.
    failing: problem?.failing === true && (!ready || problem.overcomeAtMs !== undefined),
    passing: problem?.passing === true,
    step: problem === undefined ? startStep(pod) : undefined,
    ...(pod.spec.images === undefined ? {} : { images: pod.spec.images }),
    ...(unscheduled === undefined ? {} : { unscheduled }),
    ...(readyCondition === undefined || ready || readyCondition.reason !== GATES_NOT_READY
      ? {}
      : { notReady: { reason: GATES_NOT_READY, message: readyCondition.message ?? "" } }),
    ...(pod.metadata.finalizers === undefined ? {} : { finalizers: pod.metadata.finalizers }),
    ...(isTaintedDevice(pod) ? { hasTaintedDevice: true } : {}),
    ...(ports === undefined ? {} : { holds: { daemonSet: owner.name, ports } }),
  };
}

function restartsOf({ status }: KubePod): number {
  let restarts = 0;
  for (const { restartCount } of status.containers) restarts += restartCount;
  return restarts;
}

/** Reports whether two pods are equal in each fact, like `isEqualJson`, but without listing the field names on each
 *  call. */
export function isSamePod(a: PodFacts, b: PodFacts): boolean {
  return (
    a.uid === b.uid &&
    a.ready === b.ready &&
    a.readySinceMs === b.readySinceMs &&
    a.unreadySinceMs === b.unreadySinceMs &&
    a.phase === b.phase &&
    a.restarts === b.restarts &&
    a.deletingSinceMs === b.deletingSinceMs &&
    a.goneByMs === b.goneByMs &&
    a.node === b.node &&
    a.scheduled === b.scheduled &&
    a.step === b.step &&
    a.failing === b.failing &&
    a.passing === b.passing &&
    a.overcomeAtMs === b.overcomeAtMs &&
    a.loopSinceMs === b.loopSinceMs &&
    a.message === b.message &&
    a.hash === b.hash &&
    a.templateGeneration === b.templateGeneration &&
    a.images === b.images &&
    a.ownerUid === b.ownerUid &&
    a.namespace === b.namespace &&
    a.name === b.name &&
    a.createdAtMs === b.createdAtMs &&
    a.hasTaintedDevice === b.hasTaintedDevice &&
    isEqualJson(a.reason, b.reason) &&
    isEqualJson(a.container, b.container) &&
    isEqualJson(a.lastExit, b.lastExit) &&
    isEqualJson(a.unscheduled, b.unscheduled) &&
    isEqualJson(a.notReady, b.notReady) &&
    isEqualJson(a.finalizers, b.finalizers) &&
    isEqualJson(a.holds, b.holds)
  );
}

/** Reports whether two pods belong to one DaemonSet and one node. */
export const isSamePair = (a: PodFacts, b: PodFacts): boolean => a.node === b.node && a.ownerUid === b.ownerUid;

/** Reports whether a pod has ended and is being deleted. The controller no longer sees it (rule C2). */
export function isGone(pod: PodFacts): boolean {
  return pod.deletingSinceMs !== undefined && (pod.phase === "Succeeded" || pod.phase === "Failed");
}

/** The controller's order of the pods of one node: scheduled first, then older, then by name (rule C3).
 *  Source: daemon_controller.go, podByCreationTimestampAndPhase. */
export function compareControllerOrder(a: PodFacts, b: PodFacts): number {
  if (a.scheduled !== b.scheduled) return a.scheduled ? -1 : 1;
  return a.createdAtMs - b.createdAtMs || compareTexts(a.name, b.name);
}

/** Returns the time at which a ready pod is available. Undefined if it is not ready. Also undefined if
 *  minReadySeconds counts and the API has no time of Ready (rule C4).
 *  Source: pkg/api/v1/pod, IsPodAvailable. */
export function availableAtMs(pod: PodFacts, minReadySeconds: number): number | undefined {
  if (!pod.ready) return undefined;
  if (minReadySeconds <= 0) return pod.readySinceMs ?? 0;
  return pod.readySinceMs === undefined ? undefined : pod.readySinceMs + minReadySeconds * 1000;
}

export function isAvailable(pod: PodFacts, minReadySeconds: number, nowMs: number): boolean {
  const at = availableAtMs(pod, minReadySeconds);
  return at !== undefined && (minReadySeconds <= 0 || at <= nowMs);
}

/** If a pod or its node fails within this time after the pod's creation, the pod counts as the cause. Afterwards it
 *  has settled. */
export const HEALTHY_AFTER_MS = 600_000;

/** A cycle of a crash loop may take this much longer than the run and the backoff. */
const CYCLE_ERROR_MS = 15_000;

/** Reports whether a pod failed long after it was created. It was healthy before, so its revision is not the cause.
 *  A crash loop makes a pod unready again and again, so the start of the loop counts. */
export function wasHealthyBefore(pod: PodFacts): boolean {
  const sinceMs = pod.loopSinceMs ?? pod.unreadySinceMs;
  if (sinceMs === undefined) return false;
  const errorMs = pod.loopSinceMs === undefined ? 0 : (pod.container?.restarts ?? 0) * CYCLE_ERROR_MS;
  return sinceMs - pod.createdAtMs > HEALTHY_AFTER_MS + errorMs;
}

/** Reports whether a pod's own start or run fails now (rule C11). */
export function isFailing({ failing, overcomeAtMs }: PodFacts, nowMs: number): boolean {
  return failing && (overcomeAtMs === undefined || nowMs < overcomeAtMs);
}

const hasOvercome = ({ overcomeAtMs }: PodFacts, nowMs: number): boolean => overcomeAtMs !== undefined && overcomeAtMs <= nowMs;

/** Returns a pod without the evidence of its crash loop if it has run for ten minutes since (rule C11). Other pods
 *  are returned unchanged. */
export function withoutOvercomeLoop(pod: PodFacts, nowMs: number): PodFacts {
  if (!hasOvercome(pod, nowMs)) return pod;
  const { container: _, lastExit: __, overcomeAtMs: ___, loopSinceMs: ____, ...rest } = pod;
  const step = !pod.ready && pod.phase === "Running" ? "readiness" : undefined;
  return { ...rest, reason: undefined, message: undefined, failing: false, passing: false, step };
}

/** Does the same for pods. Returns the same list if none has overcome a crash loop. */
export function withoutOvercomeLoops(pods: readonly PodFacts[], nowMs: number): readonly PodFacts[] {
  for (const pod of pods) if (hasOvercome(pod, nowMs)) return pods.map((each) => withoutOvercomeLoop(each, nowMs));
  return pods;
}

/** Reports whether a pod has a problem that waiting alone does not end (rule B7). */
export function isPermanentlyHeld(pod: PodFacts, nowMs: number): boolean {
  return !pod.ready && pod.reason !== undefined && !pod.passing && (!pod.failing || isFailing(pod, nowMs));
}

/** Reports whether the scheduler will not place a pod unless something changes (rule W2). */
export function wasRefusedByScheduler({ scheduled, reason, passing }: PodFacts): boolean {
  return !scheduled && reason !== undefined && !passing;
}

/** Returns the time since which a pod is not available. A ready pod counts from Ready, a settled one from its
 *  failure, any other from its creation. In a crash loop, also moments in which the pod is ready are part of it. */
export function unavailableSinceMs(pod: PodFacts): number {
  if (pod.ready && !pod.failing) return pod.readySinceMs ?? pod.createdAtMs;
  return wasHealthyBefore(pod) ? (pod.loopSinceMs ?? pod.unreadySinceMs ?? pod.createdAtMs) : pod.createdAtMs;
}

/** Properties of an up-to-date pod: the current hash, or the template generation of the DaemonSet (rule C5).
 *  Source: daemon/util/daemonset_util.go, IsPodUpdated. */
export interface CurrentRevision {
  readonly hash: string | undefined;
  readonly templateGeneration: number | undefined;
}

export function isUpdated(pod: Pick<PodFacts, "hash" | "templateGeneration">, current: CurrentRevision): boolean {
  if (pod.hash !== undefined && pod.hash !== "" && pod.hash === current.hash) return true;
  return current.templateGeneration !== undefined && pod.templateGeneration === String(current.templateGeneration);
}
