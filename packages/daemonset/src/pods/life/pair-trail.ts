import { causeOfPod, isImageReason, type PodSurroundings } from "../../causes/classify.ts";
import { availableAtMs, type PodFacts } from "../pod-facts.ts";
import type { PodCreation } from "./pod-creation.ts";
import { firstReported, missing, reached, rejected, type TrailName, type TrailRequirement, type TrailStep } from "./trail-step.ts";

/** One observation of a pod, in order of time; `pod` is undefined once it is gone. `atMs` undefined: the state began
 *  unobserved, before this sighting. */
interface ObservedPod {
  readonly atMs: number | undefined;
  readonly pod: PodFacts | undefined;
}

/** A watched pod. `isFromBirth`: the first sighting is its creation instead of the start of the watch. At least one
 *  sighting has a pod. */
export interface WatchedPodHistory {
  readonly sightings: readonly ObservedPod[];
  readonly isFromBirth: boolean;
}

const isReasonOfImage = ({ reason }: PodFacts): boolean => reason?.kind === "reason" && isImageReason(reason.reason);

/** Reports whether the containers count as started. A restart or a crash of one of them is enough. */
function hasStarted(pod: PodFacts): boolean {
  if (pod.ready || pod.step === "readiness" || pod.restarts > 0 || pod.reason?.kind === "crashedOnce") return true;
  return pod.phase === "Running" && pod.step === undefined && !isReasonOfImage(pod);
}

/** Images are pulled and containers are created only after the sandbox exists. */
const isPastSandbox = (pod: PodFacts): boolean =>
  pod.step === "image" || pod.step === "initContainers" || isReasonOfImage(pod) || hasStarted(pod);
const isInInit = ({ step }: PodFacts): boolean => step === "initContainers";

/** Returns the requirement of a pod's next step; undefined if it is not known, or if the pod is terminating. */
function needOf(pod: PodFacts, around: PodSurroundings): TrailRequirement | undefined {
  if (pod.deletingSinceMs !== undefined) return undefined;
  const trouble = causeOfPod(pod, around)?.cause;
  if (!pod.scheduled) return { kind: "scheduler", trouble };
  if (trouble !== undefined) return { kind: "trouble", trouble };
  return pod.step === undefined ? undefined : { kind: "step", step: pod.step };
}

/** Returns the sightings with a pod, the last pod and its next requirement, its end, and a search for a state's first
 *  observation. */
function lifeOf({ sightings, isFromBirth }: WatchedPodHistory, around: PodSurroundings = {}) {
  const seen = sightings.flatMap(({ atMs, pod }) => (pod === undefined ? [] : [{ atMs, pod }]));
  const last = seen.at(-1)?.pod;
  const goneAtMs = sightings.find(({ pod }) => pod === undefined)?.atMs;
  /** The first observation of a state; the time is undefined if the state began before the watch. */
  const firstWhen = (matches: (pod: PodFacts) => boolean): { readonly atMs: number | undefined } | undefined => {
    const at = seen.findIndex(({ pod }) => matches(pod));
    return at === -1 ? undefined : { atMs: at === 0 && !isFromBirth ? undefined : seen[at]?.atMs };
  };
  return { seen, last, need: last && needOf(last, around), around, goneAtMs, firstWhen };
}

type Life = ReturnType<typeof lifeOf>;

function stepWhen(name: TrailName, { firstWhen, need }: Life, matches: (pod: PodFacts) => boolean): TrailStep {
  const first = firstWhen(matches);
  return first === undefined ? missing(name, need) : reached(name, first.atMs);
}

/** Returns the init step if an init container was seen running. */
function initStep({ seen, need, firstWhen }: Life): TrailStep | undefined {
  const firstInInit = seen.findIndex(({ pod }) => isInInit(pod));
  if (firstInInit === -1) return undefined;
  const ended = firstWhen((pod) => seen.findIndex((each) => each.pod === pod) > firstInInit && !isInInit(pod) && pod.reason === undefined);
  return ended === undefined ? missing("init", need) : reached("init", ended.atMs);
}

function readyStep({ last, need, firstWhen }: Life): TrailStep {
  // Falls back to the kubelet's own time, in whole seconds, if the change to ready was not watched.
  if (last?.ready === true)
    return reached("ready", firstWhen(({ readySinceMs }) => readySinceMs === last.readySinceMs)?.atMs ?? last.readySinceMs);
  const first = firstWhen(({ ready }) => ready);
  if (first === undefined || last === undefined) return missing("ready", need);
  const { unreadySinceMs } = last;
  return unreadySinceMs === undefined ? missing("ready", need) : { name: "ready", kind: "lost", atMs: unreadySinceMs, needs: need };
}

function availableStep(last: PodFacts | undefined, ready: TrailStep, minReadySeconds: number, nowMs: number): TrailStep {
  const readyMs = ready.kind === "came" ? ready.atMs : undefined;
  const dueMs = last === undefined ? undefined : availableAtMs(last, minReadySeconds);
  const atMs = dueMs === undefined || readyMs === undefined ? dueMs : Math.max(dueMs, readyMs);
  if (last?.ready === true && minReadySeconds <= 0) return reached("available", readyMs);
  if (dueMs !== undefined && dueMs <= nowMs) return reached("available", atMs);
  return missing("available", minReadySeconds > 0 ? { kind: "minReadySeconds", seconds: minReadySeconds, atMs: dueMs } : undefined);
}

/** The start of the message of a pod that the kubelet rejects. Source: pkg/kubelet/kubelet.go, rejectPod. */
const REJECTED = "Pod was rejected: ";

/** Returns the end of a pod that the kubelet rejected; undefined for any other pod. */
function rejectedStep({ last, around, firstWhen }: Life): TrailStep | undefined {
  const trouble = last?.phase === "Failed" && last.message?.startsWith(REJECTED) === true ? causeOfPod(last, around)?.cause : undefined;
  return trouble === undefined ? undefined : rejected(trouble, firstWhen(({ phase }) => phase === "Failed")?.atMs);
}

/** Returns the deletion of a pod and its end, reached or awaited; empty if it is neither being deleted nor gone. */
function endSteps({ last, goneAtMs }: Life, deleted: TrailName, gone: TrailName): readonly TrailStep[] {
  const sinceMs = last?.deletingSinceMs;
  return [
    ...(sinceMs === undefined ? [] : [reached(deleted, sinceMs)]),
    ...(goneAtMs !== undefined
      ? [reached(gone, goneAtMs)]
      : sinceMs === undefined
        ? []
        : [missing(gone, { kind: "grace", untilMs: last?.goneByMs })]),
  ];
}

/** Returns the completed steps of a pod and its next ones; for an ending pod, only the completed ones. */
function podSteps(life: Life, minReadySeconds: number, nowMs: number): readonly TrailStep[] {
  const { seen, last } = life;
  const ready = readyStep(life);
  const end = rejectedStep(life);
  const isSandboxReported = seen.some(({ pod }) => pod.step === "sandbox" || pod.step === "image");
  const begun = [reached("created", last?.createdAtMs), stepWhen("bound", life, ({ scheduled }) => scheduled)];
  if (end !== undefined) return [...begun, end];
  const steps = [
    ...begun,
    isSandboxReported ? stepWhen("sandbox", life, isPastSandbox) : undefined,
    initStep(life),
    last !== undefined && isReasonOfImage(last) ? missing("pulled", life.need) : undefined,
    stepWhen("started", life, hasStarted),
    ready,
    availableStep(last, ready, minReadySeconds, nowMs),
  ].filter((step) => step !== undefined);
  const isEnding = last?.deletingSinceMs !== undefined || life.goneAtMs !== undefined;
  return isEnding ? steps.filter(({ kind }) => kind === "came") : firstReported(steps);
}

const timeOf = (step: TrailStep): number => (step.kind === "missing" ? Number.POSITIVE_INFINITY : (step.atMs ?? 0));
/** Times of the API have whole seconds. */
const SECOND_MS = 1000;

/** Returns the pod trail of one node under one DaemonSet, as watched (rule W10): the cause of its creation, the end
 *  of the previous pod, its own steps and its end, with the time of each observation. `before`: the replaced pod;
 *  without `pod`, no new pod exists yet. `around`: evidence around `pod`. A step has no time if it was not watched. */
export function pairTrail(
  pod: WatchedPodHistory | undefined,
  before: WatchedPodHistory | undefined,
  wanted: PodCreation | undefined,
  minReadySeconds: number,
  nowMs: number,
  around?: PodSurroundings,
): readonly TrailStep[] {
  const old = before === undefined ? [] : endSteps(lifeOf(before), "oldDeleted", "oldGone");
  const wantedSteps = wanted === undefined ? [] : [reached("wanted", wanted.atMs)];
  if (pod === undefined) return [...[...wantedSteps, ...old].sort((a, b) => timeOf(a) - timeOf(b)), missing("created", undefined)];
  const life = lifeOf(pod, around);
  const createdAtMs = (life.last?.createdAtMs ?? 0) + SECOND_MS;
  // Under a surge the old pod ends when the new one is available.
  const first = [...wantedSteps, ...old].filter((step) => timeOf(step) <= createdAtMs).sort((a, b) => timeOf(a) - timeOf(b));
  const later = old.filter((step) => timeOf(step) > createdAtMs);
  return [...first, ...podSteps(life, minReadySeconds, nowMs), ...later, ...endSteps(life, "deleted", "gone")];
}
