import { conditionOf } from "@daemonscope/kube/conditions";
import { timeMs } from "@daemonscope/kube/values/time";
import { isImageReason } from "../../causes/classify.ts";
import type { PodCreation } from "./pod-creation.ts";
import type { LifeContainer, PodDetail } from "./pod-detail.ts";
import { type PullEvent, runningPull } from "./running-pull.ts";
import { firstReported, missing, reached, rejected, type TrailRequirement, type TrailStep } from "./trail-step.ts";

/** Times of the API have whole seconds. */
const SECOND_MS = 1000;

const transitionMs = (pod: PodDetail, type: string, status = "True"): number | undefined => {
  const condition = conditionOf(pod.conditions, type);
  return condition?.status === status ? timeMs(condition.lastTransitionTime) : undefined;
};
const isTrue = (pod: PodDetail, type: string): boolean => conditionOf(pod.conditions, type)?.status === "True";

/** Reports whether a container runs as long as its pod. Init containers end before, and users add ephemeral ones. */
const isLongRunning = ({ kind }: LifeContainer): boolean => kind === "container" || kind === "sidecar";

const hasStarted = ({ now, before, restarts }: LifeContainer): boolean =>
  now.kind === "running" || now.kind === "ended" || before !== undefined || restarts > 0;

/** Returns the start of a container's first run, if the kubelet still reports it. */
function firstStartMs({ now, before, restarts }: LifeContainer): number | undefined {
  if (restarts > 1 || (restarts === 1 && before === undefined)) return undefined;
  if (before !== undefined) return before.startedAtMs;
  return now.kind === "running" || now.kind === "ended" ? now.startedAtMs : undefined;
}

const reasonOf = ({ now }: LifeContainer): string => (now.kind === "waiting" || now.kind === "ended" ? now.reason : "");

/** Returns when a pod stopped being Ready; undefined if it never was. A condition keeps its first time until it
 *  changes, and the first time is when the kubelet accepted the pod. */
function wasReadyUntilMs(pod: PodDetail): number | undefined {
  const sinceMs = transitionMs(pod, "Ready", "False") ?? transitionMs(pod, "Ready", "Unknown");
  if (sinceMs === undefined || pod.takenUpAtMs === undefined) return undefined;
  return sinceMs - pod.takenUpAtMs > SECOND_MS ? sinceMs : undefined;
}

const firstSeenMs = (events: readonly PullEvent[], reason: string): number | undefined =>
  events.find((event) => event.reason === reason)?.firstSeenMs;

/** The time is that of the condition, which a kubelet drops if it rejects the pod. */
function boundStep(pod: PodDetail, events: readonly PullEvent[]): TrailStep {
  return pod.node === undefined
    ? missing("bound", { kind: "scheduler", trouble: pod.trouble })
    : reached("bound", transitionMs(pod, "PodScheduled") ?? firstSeenMs(events, "Scheduled"));
}

/** Returns the end of a pod that the kubelet rejected; undefined for any other pod. A rejected pod has neither
 *  conditions nor container statuses. Source: pkg/kubelet/kubelet.go, rejectPod. */
function rejectedStep({ phase, node, trouble, containers }: PodDetail, events: readonly PullEvent[]): TrailStep | undefined {
  if (phase !== "Failed" || node === undefined || trouble === undefined) return undefined;
  const isUnreported = containers.every(({ now, before }) => now.kind === "untold" && before === undefined);
  return isUnreported ? rejected(trouble, firstSeenMs(events, trouble.reason ?? "")) : undefined;
}

function sandboxStep(pod: PodDetail, isStarted: boolean): TrailStep | undefined {
  const condition = conditionOf(pod.conditions, "PodReadyToStartContainers");
  if (condition === undefined) return undefined;
  if (isStarted || condition.status === "True") return reached("sandbox", transitionMs(pod, "PodReadyToStartContainers"));
  return missing("sandbox", { kind: "sandbox" });
}

function initStep(pod: PodDetail): TrailStep | undefined {
  const inits = pod.containers.filter(({ kind }) => kind === "init");
  if (inits.length === 0) return undefined;
  if (isTrue(pod, "Initialized")) return reached("init", transitionMs(pod, "Initialized"));
  const stuck = inits.find(({ now }) => now.kind !== "ended" || now.exitCode !== 0);
  return missing("init", stuck === undefined ? undefined : { kind: "init", container: stuck.name, reason: reasonOf(stuck) });
}

/** Returns the step only if an image blocks the pod, or if events report when the last image was pulled. */
function pulledStep(
  running: readonly LifeContainer[],
  events: readonly PullEvent[],
  startedAtMs: number | undefined,
): TrailStep | undefined {
  const stuck = running.find(({ now }) => now.kind === "waiting" && isImageReason(now.reason));
  if (stuck !== undefined) return missing("pulled", { kind: "image", container: stuck.name, reason: reasonOf(stuck) });
  const pull = running.every(hasStarted) ? undefined : runningPull(events);
  if (pull !== undefined) return missing("pulled", { kind: "pull", ...pull });
  const times = events.flatMap((event) => (event.reason === "Pulled" && event.firstSeenMs !== undefined ? [event.firstSeenMs] : []));
  const lastMs = Math.max(...times);
  // A later event belongs to a restart.
  if (times.length === 0 || startedAtMs === undefined || lastMs > startedAtMs + SECOND_MS) return undefined;
  return reached("pulled", lastMs);
}

function startedStep(running: readonly LifeContainer[]): TrailStep {
  const stuck = running.find((container) => !hasStarted(container));
  if (stuck !== undefined) return missing("started", { kind: "start", container: stuck.name, reason: reasonOf(stuck) });
  if (running.length === 0) return missing("started", undefined);
  const times = running.map(firstStartMs);
  return reached("started", times.includes(undefined) ? undefined : Math.max(...times.map((time) => time ?? 0)));
}

function readyRequirement(running: readonly LifeContainer[]): TrailRequirement {
  const stuck = running.find(({ ready }) => !ready);
  return stuck === undefined ? { kind: "gates" } : { kind: "ready", container: stuck.name, reason: reasonOf(stuck) };
}

function readyStep(pod: PodDetail, running: readonly LifeContainer[]): TrailStep {
  if (isTrue(pod, "Ready")) return reached("ready", transitionMs(pod, "Ready"));
  const needs = readyRequirement(running);
  const untilMs = wasReadyUntilMs(pod);
  return untilMs === undefined ? missing("ready", needs) : { name: "ready", kind: "lost", atMs: untilMs, needs };
}

function availableStep(pod: PodDetail, minReadySeconds: number, nowMs: number): TrailStep {
  const readyMs = transitionMs(pod, "Ready");
  const atMs = readyMs === undefined ? undefined : readyMs + minReadySeconds * 1000;
  if (isTrue(pod, "Ready") && (minReadySeconds <= 0 || (atMs !== undefined && atMs <= nowMs))) return reached("available", atMs);
  return missing("available", minReadySeconds > 0 ? { kind: "minReadySeconds", seconds: minReadySeconds, atMs } : undefined);
}

/** Returns the pod trail from creation to availability, from its object and its events (rule W5): the steps of
 *  controller, scheduler and kubelet, in their order. A step has no time if its time is no longer reported (a
 *  restarted container, a pod without conditions). `minReadySeconds`: of its DaemonSet; undefined for a pod without
 *  one, which has no last step. `wanted`: if it is known (rule W9). */
export function podTrail(
  pod: PodDetail,
  events: readonly PullEvent[],
  minReadySeconds: number | undefined,
  nowMs: number,
  wanted?: PodCreation,
): readonly TrailStep[] {
  const running = pod.containers.filter(isLongRunning);
  const isStarted = running.some(hasStarted);
  const started = startedStep(running);
  const startedAtMs = started.kind === "came" ? started.atMs : undefined;
  const begun = [
    wanted === undefined ? undefined : reached("wanted", wanted.atMs),
    reached("created", pod.createdAtMs),
    boundStep(pod, events),
  ];
  const end = rejectedStep(pod, events);
  if (end !== undefined) return [...begun, end].filter((step) => step !== undefined);
  const steps = [
    ...begun,
    pod.node !== undefined && !pod.hasStatus ? missing("takenUp", { kind: "kubelet" }) : undefined,
    // A pull follows the sandbox, whose condition the kubelet writes only after the pull.
    sandboxStep(pod, isStarted || runningPull(events) !== undefined),
    initStep(pod),
    pulledStep(running, events, startedAtMs),
    started,
    readyStep(pod, running),
    minReadySeconds === undefined ? undefined : availableStep(pod, minReadySeconds, nowMs),
  ];
  return firstReported(steps.filter((step) => step !== undefined));
}
