import { isAvailable, isFailing, isUpdated, type PodFacts } from "../../pods/pod-facts.ts";
import { isEnding } from "../../records/node-lifecycle.ts";
import type { Pair, SetFacts } from "../pair.ts";
import { unavailableCause } from "../pair-cause.ts";
import { type CellByte, type CellState, cellByte } from "./cell.ts";

/** Returns the state of a pod on a node that wants it. */
export function podState(pod: PodFacts, set: SetFacts, nowMs: number): CellState {
  if (pod.ready && !isFailing(pod, nowMs)) return isAvailable(pod, set.minReadySeconds, nowMs) ? "available" : "ready";
  if (!pod.scheduled) return "unscheduled";
  return isFailing(pod, nowMs) ? "failing" : "starting";
}

/** Reports whether the node's way out explains the state of a pod. A kubelet that shuts down rejects pods before its
 *  node states that. */
const isLeaving = (pair: Pair, state: CellState, shown: PodFacts): boolean =>
  isEnding(pair.lifecycle) || (state === "failing" && unavailableCause(shown, pair).cause.kind === "nodeShutdown");

/** Returns the cell of a pair: the state of the first pod. If an old and a new pod are both live, the state is that
 *  of the new one (rule C12). */
export function cellOfPair(pair: Pair, set: SetFacts, nowMs: number): CellByte {
  const { pods, verdict, nodeUnready } = pair;
  const first = pods[0];
  if (first === undefined) {
    const state = verdict === "run" ? "missing" : "excluded";
    const leaving = isEnding(pair.lifecycle) ? ({ leaving: true } as const) : {};
    return cellByte({ state, oldRevision: false, terminating: false, twoPods: false, nodeUnready, ...leaving });
  }
  // Builds no list, because an initial sync calls this a million times.
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  let newPod: PodFacts | undefined;
  let hasOld = false;
  for (const pod of pods) {
    if (pod.deletingSinceMs !== undefined) continue;
    if (isUpdated(pod, current)) newPod ??= pod;
    else hasOld = true;
  }
  const twoPods = newPod !== undefined && hasOld;
  const shown = hasOld ? (newPod ?? first) : first;
  const state = verdict === "run" ? podState(shown, set, nowMs) : "misscheduled";
  return cellByte({
    state,
    oldRevision: !isUpdated(shown, current),
    terminating: shown.deletingSinceMs !== undefined,
    twoPods,
    nodeUnready,
    ...(isLeaving(pair, state, shown) ? { leaving: true } : {}),
  });
}
