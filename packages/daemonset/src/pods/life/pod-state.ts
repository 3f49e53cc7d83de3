import { conditionOf } from "@daemonscope/kube/conditions";
import { timeMs } from "@daemonscope/kube/values/time";
import type { CauseFact } from "../../records/cause-fact.ts";
import { isFailingReason } from "../failing-reason.ts";
import { HEALTHY_AFTER_MS } from "../pod-facts.ts";
import type { StartStep } from "../start-step.ts";
import { type NextTry, nextTryOf } from "./next-try.ts";
import type { EndedRun, LifeContainer, PodDetail } from "./pod-detail.ts";

/** The main state of a pod. `sinceMs`: since when, if it is known. */
export type PodState =
  /** The status is empty: no kubelet has reported the pod. */
  | { readonly kind: "untold" }
  | { readonly kind: "terminating"; readonly goneByMs: number | undefined }
  | {
      readonly kind: "failing";
      readonly reason: CauseFact;
      /** The affected container; undefined if the pod as a whole ended. */
      readonly container: string | undefined;
      readonly exit: Pick<EndedRun, "reason" | "exitCode"> | undefined;
      readonly restarts: number;
      readonly nextTry: NextTry | undefined;
      readonly sinceMs: number | undefined;
    }
  | { readonly kind: "unscheduled"; readonly reason: CauseFact | undefined; readonly sinceMs: number | undefined }
  | { readonly kind: "starting"; readonly step: StartStep | undefined; readonly sinceMs: number | undefined }
  /** The pod is not Ready, and its node does not respond. */
  | { readonly kind: "nodeSilent"; readonly sinceMs: number | undefined }
  | { readonly kind: "unready"; readonly reason: CauseFact | undefined; readonly sinceMs: number | undefined }
  | { readonly kind: "ready"; readonly availableAtMs: number | undefined }
  | { readonly kind: "available" | "running"; readonly sinceMs: number | undefined }
  | { readonly kind: "succeeded"; readonly sinceMs: number | undefined };

const worstFirst = (a: LifeContainer, b: LifeContainer): number => Number(isStuck(b)) - Number(isStuck(a));
const isStuck = ({ now }: LifeContainer): boolean => now.kind === "waiting" && isFailingReason(now.reason);

/** Returns the container that causes the pod's problem: the one behind its reason, or one that waits for more than a
 *  normal start step. Otherwise one that is not ready and has ended, now or before its present run. The latter is no
 *  init container. */
function failingContainer(pod: PodDetail): LifeContainer | undefined {
  const troubled = pod.containers.find(({ name }) => name === pod.troubledContainer);
  if (troubled !== undefined) return troubled;
  const [first] = [...pod.containers].sort(worstFirst);
  if (first !== undefined && isStuck(first)) return first;
  return pod.containers.find(({ now, ready, before, kind }) => kind !== "init" && !ready && (now.kind === "ended" || before !== undefined));
}

/** Since when a pod is not available: since it became unready or its crash loop began, or since its creation if that
 *  was at most HEALTHY_AFTER_MS earlier (like unavailableSinceMs for PodFacts). */
function downSinceMs(pod: PodDetail): number | undefined {
  const condition = conditionOf(pod.conditions, "Ready");
  const unreadyMs =
    pod.loopSinceMs ?? (condition === undefined || condition.status === "True" ? undefined : timeMs(condition.lastTransitionTime));
  if (unreadyMs === undefined || pod.createdAtMs === undefined) return pod.createdAtMs;
  return unreadyMs - pod.createdAtMs > HEALTHY_AFTER_MS ? unreadyMs : pod.createdAtMs;
}

function failingState(pod: PodDetail, reason: CauseFact): PodState {
  const container = failingContainer(pod);
  const end = container === undefined ? undefined : container.now.kind === "ended" ? container.now : container.before;
  return {
    kind: "failing",
    reason,
    container: container?.name,
    exit: end === undefined ? undefined : { reason: end.reason, exitCode: end.exitCode },
    restarts: container?.restarts ?? 0,
    nextTry: container === undefined ? undefined : nextTryOf(container),
    sinceMs: downSinceMs(pod),
  };
}

const isFailing = ({ trouble, failing, overcomeAtMs }: PodDetail, nowMs: number): boolean =>
  trouble !== undefined && failing && (overcomeAtMs === undefined || nowMs < overcomeAtMs);

/** Returns the first state that applies to a pod at a cluster time (rule W8).
 *  `minReadySeconds`: of its DaemonSet; undefined for a pod without one, which is never called available.
 *  `nodeReady`: the Ready condition of its node, if it is known: an unresponsive node does not report its pods. */
export function podState(
  pod: PodDetail,
  minReadySeconds: number | undefined,
  nowMs: number,
  nodeReady?: "True" | "False" | "Unknown" | undefined,
): PodState {
  if (pod.deletingSinceMs !== undefined) return { kind: "terminating", goneByMs: pod.goneByMs };
  if (pod.phase === "Succeeded") return { kind: "succeeded", sinceMs: undefined };
  const ready = conditionOf(pod.conditions, "Ready");
  const readyMs = timeMs(ready?.lastTransitionTime);
  const isInLoop = pod.overcomeAtMs !== undefined && isFailing(pod, nowMs);
  if (ready?.status === "True" && !isInLoop) {
    if (minReadySeconds === undefined) return { kind: "running", sinceMs: readyMs };
    const availableAtMs = readyMs === undefined ? undefined : readyMs + minReadySeconds * 1000;
    if (minReadySeconds <= 0 || (availableAtMs !== undefined && availableAtMs <= nowMs)) return { kind: "available", sinceMs: readyMs };
    return { kind: "ready", availableAtMs };
  }
  if (nodeReady === "Unknown" && pod.phase !== "Failed") return { kind: "nodeSilent", sinceMs: readyMs };
  if (pod.trouble !== undefined && isFailing(pod, nowMs)) return failingState(pod, pod.trouble);
  if (pod.node === undefined) return { kind: "unscheduled", reason: pod.trouble, sinceMs: pod.createdAtMs };
  if (!pod.hasStatus) return { kind: "untold" };
  const wasReady = readyMs !== undefined && pod.takenUpAtMs !== undefined && readyMs - pod.takenUpAtMs > 1000;
  if (wasReady || pod.trouble !== undefined) return { kind: "unready", reason: pod.trouble, sinceMs: wasReady ? readyMs : pod.createdAtMs };
  return { kind: "starting", step: pod.step, sinceMs: pod.createdAtMs };
}
