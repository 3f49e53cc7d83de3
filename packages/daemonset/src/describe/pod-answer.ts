import type { SetFacts } from "../model/pair.ts";
import { availableAtMs, isAvailable, isUpdated, type PodFacts } from "../pods/pod-facts.ts";

/** A daemon pod in words, as plates and drawers show it. */
export interface PodAnswer {
  readonly name: string;
  readonly uid: string;
  readonly hash: string | undefined;
  readonly templateGeneration: string | undefined;
  /** Of the current revision; undefined where revisions were not read. */
  readonly updated: boolean | undefined;
  readonly phase: string;
  readonly scheduled: boolean;
  readonly ready: boolean;
  readonly readySinceMs: number | undefined;
  /** When it is or becomes available; absent while it is not ready. */
  readonly availableAtMs: number | undefined;
  readonly available: boolean;
  readonly terminatingSinceMs: number | undefined;
  /** End of the grace period. */
  readonly goneByMs: number | undefined;
  readonly restarts: number;
  /** `ImagePullBackOff`, `Insufficient cpu`…; absent when nothing is wrong. */
  readonly reason: string | undefined;
  /** What its start waits for; absent when something is wrong, or it is ready. */
  readonly step: string | undefined;
  /** The full sentence behind the reason, as the API has it. */
  readonly message: string | undefined;
  readonly createdAtMs: number;
}

export function podAnswer(pod: PodFacts, set: SetFacts, nowMs: number, knowsRevisions: boolean): PodAnswer {
  return {
    name: pod.name,
    uid: pod.uid,
    hash: pod.hash,
    templateGeneration: pod.templateGeneration,
    updated: knowsRevisions ? isUpdated(pod, { hash: set.currentHash, templateGeneration: set.templateGeneration }) : undefined,
    phase: pod.phase,
    scheduled: pod.scheduled,
    ready: pod.ready,
    readySinceMs: pod.readySinceMs,
    availableAtMs: availableAtMs(pod, set.minReadySeconds),
    available: isAvailable(pod, set.minReadySeconds, nowMs),
    terminatingSinceMs: pod.deletingSinceMs,
    goneByMs: pod.goneByMs,
    restarts: pod.restarts,
    reason: pod.reason,
    step: pod.step,
    message: pod.message,
    createdAtMs: pod.createdAtMs,
  };
}
