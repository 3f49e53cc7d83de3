import type { PodFacts } from "./pod-facts.ts";

/** A pod that was created later than this after its node is not the first one there. */
export const JOIN_WINDOW_MS = 1_800_000;

/** Times from the creation of a node to the steps of its first pod of a DaemonSet. */
export interface JoinSteps {
  readonly createdMs: number;
  /** Absent if the pod was never Ready, or if the time is unknown. */
  readonly readyMs?: number;
}

/** Times of the pods of a pair that the objects no longer have. */
export interface NotedJoin {
  /** Creation of the node. A later node of the same name is another one. */
  readonly joinedAtMs: number;
  readonly createdAtMs: number;
  /** Absent if no pod was Ready. */
  readonly readyAtMs?: number;
}

interface JoinInput {
  readonly joinedAtMs: number;
  readonly pods: readonly Pick<PodFacts, "createdAtMs" | "readySinceMs">[];
  readonly noted: NotedJoin | undefined;
  /** The node joined while the model remembered, so that `noted` has each earlier pod. */
  readonly isWatched: boolean;
  readonly daemonSetCreatedAtMs: number;
  /** Start of the first revision that is newer than the node; undefined if none is known. */
  readonly nextRevisionAtMs: number | undefined;
}

/** Returns the times of a join; undefined if they are unknown (rule N4). Without the memory of earlier pods, a pod
 *  that is not older than the next revision may be a replacement, and a late Ready may follow an earlier one. */
export function joinSteps(input: JoinInput): JoinSteps | undefined {
  const { joinedAtMs, pods, noted, isWatched } = input;
  if (input.daemonSetCreatedAtMs > joinedAtMs) return undefined;
  const beforeMs = (isWatched ? undefined : input.nextRevisionAtMs) ?? Number.POSITIVE_INFINITY;
  const known = noted !== undefined && noted.createdAtMs < beforeMs ? noted : undefined;
  let createdAtMs = known?.createdAtMs ?? Number.POSITIVE_INFINITY;
  let readyAtMs = known?.readyAtMs ?? Number.POSITIVE_INFINITY;
  for (const pod of pods) {
    if (pod.createdAtMs >= beforeMs) continue;
    createdAtMs = Math.min(createdAtMs, pod.createdAtMs);
    readyAtMs = Math.min(readyAtMs, pod.readySinceMs ?? Number.POSITIVE_INFINITY);
  }
  const createdMs = createdAtMs - joinedAtMs;
  // The clocks of two API servers disagree if the pod precedes its node.
  if (createdMs < 0 || createdMs >= JOIN_WINDOW_MS) return undefined;
  const readyMs = readyAtMs - joinedAtMs;
  const isReadyKnown = readyMs >= createdMs && readyMs < (isWatched ? Number.POSITIVE_INFINITY : JOIN_WINDOW_MS);
  return isReadyKnown ? { createdMs, readyMs } : { createdMs };
}
