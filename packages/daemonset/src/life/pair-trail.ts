import { isImageReason } from "../pods/failing-reason.ts";
import { availableAtMs, type PodFacts } from "../pods/pod-facts.ts";
import type { PodWanted } from "./pod-wanted.ts";
import { came, missing, onceSaid, type TrailName, type TrailNeed, type TrailStep } from "./trail-step.ts";

/** What was seen of a pod, in order of time; `pod` undefined from when it was gone. `atMs` undefined: it was so by the end, and nobody looked when it began. */
export interface PodSighting {
  readonly atMs: number | undefined;
  readonly pod: PodFacts | undefined;
}

/** A pod as it was watched. `isFromBirth`: the first sighting is of its creation, and not of when the watching began. At least one sighting has a pod. */
export interface WatchedPod {
  readonly sightings: readonly PodSighting[];
  readonly isFromBirth: boolean;
}

const isReasonOfImage = ({ reason }: PodFacts): boolean => reason?.kind === "reason" && isImageReason(reason.reason);

/** Every container ran, or runs. */
function hasStarted(pod: PodFacts): boolean {
  if (pod.ready || pod.step === "readiness" || pod.restarts > 0 || pod.reason?.kind === "crashedOnce") return true;
  return pod.phase === "Running" && pod.step === undefined && !isReasonOfImage(pod);
}

/** An image is pulled for a container, and containers are made in a sandbox that is there. */
const isPastSandbox = (pod: PodFacts): boolean =>
  pod.step === "image" || pod.step === "initContainers" || isReasonOfImage(pod) || hasStarted(pod);
const isInInit = ({ step }: PodFacts): boolean => step === "initContainers";

/** What a pod that did not come further waits for; nothing more for one that is on its way out. */
function needOf(pod: PodFacts): TrailNeed | undefined {
  if (pod.deletingSinceMs !== undefined) return undefined;
  if (!pod.scheduled) return { kind: "scheduler", trouble: pod.reason };
  if (pod.reason !== undefined) return { kind: "trouble", trouble: pod.reason };
  return pod.step === undefined ? undefined : { kind: "step", step: pod.step };
}

/** The sightings of a pod that was there. */
function lifeOf({ sightings, isFromBirth }: WatchedPod) {
  const seen = sightings.flatMap(({ atMs, pod }) => (pod === undefined ? [] : [{ atMs, pod }]));
  const last = seen.at(-1)?.pod;
  const goneAtMs = sightings.find(({ pod }) => pod === undefined)?.atMs;
  /** When something was seen first; time undefined where it was so before anybody looked. */
  const firstWhen = (is: (pod: PodFacts) => boolean): { readonly atMs: number | undefined } | undefined => {
    const at = seen.findIndex(({ pod }) => is(pod));
    return at === -1 ? undefined : { atMs: at === 0 && !isFromBirth ? undefined : seen[at]?.atMs };
  };
  return { seen, last, goneAtMs, firstWhen };
}

type Life = ReturnType<typeof lifeOf>;

function stepWhen(name: TrailName, { firstWhen, last }: Life, is: (pod: PodFacts) => boolean): TrailStep {
  const first = firstWhen(is);
  return first === undefined ? missing(name, last && needOf(last)) : came(name, first.atMs);
}

/** Of a pod with init containers, as far as any was seen to run. */
function initStep({ seen, last, firstWhen }: Life): TrailStep | undefined {
  const began = seen.findIndex(({ pod }) => isInInit(pod));
  if (began === -1) return undefined;
  const ended = firstWhen((pod) => seen.findIndex((each) => each.pod === pod) > began && !isInInit(pod) && pod.reason === undefined);
  return ended === undefined ? missing("init", last && needOf(last)) : came("init", ended.atMs);
}

function readyStep({ last, firstWhen }: Life): TrailStep {
  // The kubelet's own time, in whole seconds, where nobody watched it become ready.
  if (last?.ready === true)
    return came("ready", firstWhen(({ readySinceMs }) => readySinceMs === last.readySinceMs)?.atMs ?? last.readySinceMs);
  const first = firstWhen(({ ready }) => ready);
  if (first === undefined || last === undefined) return missing("ready", last && needOf(last));
  const { unreadySinceMs } = last;
  return unreadySinceMs === undefined
    ? missing("ready", needOf(last))
    : { name: "ready", kind: "lost", atMs: unreadySinceMs, needs: needOf(last) };
}

function availableStep(last: PodFacts | undefined, ready: TrailStep, minReadySeconds: number, nowMs: number): TrailStep {
  const readyMs = ready.kind === "came" ? ready.atMs : undefined;
  const dueMs = last === undefined ? undefined : availableAtMs(last, minReadySeconds);
  const atMs = dueMs === undefined || readyMs === undefined ? dueMs : Math.max(dueMs, readyMs);
  if (last?.ready === true && minReadySeconds <= 0) return came("available", readyMs);
  if (dueMs !== undefined && dueMs <= nowMs) return came("available", atMs);
  return missing("available", minReadySeconds > 0 ? { kind: "minReadySeconds", seconds: minReadySeconds, atMs: dueMs } : undefined);
}

/** Its deletion and its end, as far as they came. */
function endSteps({ last, goneAtMs }: Life, deleted: TrailName, gone: TrailName): readonly TrailStep[] {
  const sinceMs = last?.deletingSinceMs;
  return [
    ...(sinceMs === undefined ? [] : [came(deleted, sinceMs)]),
    ...(goneAtMs !== undefined
      ? [came(gone, goneAtMs)]
      : sinceMs === undefined
        ? []
        : [missing(gone, { kind: "grace", untilMs: last?.goneByMs })]),
  ];
}

/** What came of the way of a pod; of one that ends, only what came. */
function wayOf(life: Life, minReadySeconds: number, nowMs: number): readonly TrailStep[] {
  const { seen, last } = life;
  const ready = readyStep(life);
  const isToldOfSandbox = seen.some(({ pod }) => pod.step === "sandbox" || pod.step === "image");
  const steps = [
    came("created", last?.createdAtMs),
    stepWhen("bound", life, ({ scheduled }) => scheduled),
    isToldOfSandbox ? stepWhen("sandbox", life, isPastSandbox) : undefined,
    initStep(life),
    last !== undefined && isReasonOfImage(last) ? missing("pulled", needOf(last)) : undefined,
    stepWhen("started", life, hasStarted),
    ready,
    availableStep(last, ready, minReadySeconds, nowMs),
  ].filter((step) => step !== undefined);
  const isEnding = last?.deletingSinceMs !== undefined || life.goneAtMs !== undefined;
  return isEnding ? steps.filter(({ kind }) => kind === "came") : onceSaid(steps);
}

const timeOf = (step: TrailStep): number => (step.kind === "missing" ? Number.POSITIVE_INFINITY : (step.atMs ?? 0));
/** Times of the API have whole seconds. */
const SECOND_MS = 1000;

/** The way of one node's pod under one DaemonSet, as it was watched (rule W10): what it was created for, the end of the pod before it, its own steps and its end, with the time at
 *  which each was seen. `before`: the pod whose place it took; without `pod`, none came yet. A step of a time at which nobody watched has none. */
export function pairTrail(
  pod: WatchedPod | undefined,
  before: WatchedPod | undefined,
  wanted: PodWanted | undefined,
  minReadySeconds: number,
  nowMs: number,
): readonly TrailStep[] {
  const old = before === undefined ? [] : endSteps(lifeOf(before), "oldDeleted", "oldGone");
  const asked = wanted === undefined ? [] : [came("wanted", wanted.atMs)];
  if (pod === undefined) return [...[...asked, ...old].sort((a, b) => timeOf(a) - timeOf(b)), missing("created", undefined)];
  const life = lifeOf(pod);
  const createdAtMs = (life.last?.createdAtMs ?? 0) + SECOND_MS;
  // Under a surge the old one goes when the new one is available.
  const first = [...asked, ...old].filter((step) => timeOf(step) <= createdAtMs).sort((a, b) => timeOf(a) - timeOf(b));
  const later = old.filter((step) => timeOf(step) > createdAtMs);
  return [...first, ...wayOf(life, minReadySeconds, nowMs), ...later, ...endSteps(life, "deleted", "gone")];
}
