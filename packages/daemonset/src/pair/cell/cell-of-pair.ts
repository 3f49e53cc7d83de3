import { isAvailable, isFailing, isUpdated, type PodFacts } from "../../pods/pod-facts.ts";
import type { Pair, SetFacts } from "../pair.ts";
import { type CellByte, type CellState, cellByte } from "./cell.ts";

/** Returns the state of a pod on a node that wants it. */
export function podState(pod: PodFacts, set: SetFacts, nowMs: number): CellState {
  if (pod.ready && !isFailing(pod, nowMs)) return isAvailable(pod, set.minReadySeconds, nowMs) ? "available" : "ready";
  if (!pod.scheduled) return "unscheduled";
  return isFailing(pod, nowMs) ? "failing" : "starting";
}

/** Returns the cell of a pair: the state of the first pod. If an old and a new pod are both live, the state is that
 *  of the new one (rule C12). */
export function cellOfPair({ pods, verdict, nodeUnready }: Pair, set: SetFacts, nowMs: number): CellByte {
  const first = pods[0];
  if (first === undefined) {
    const state = verdict === "run" ? "missing" : "excluded";
    return cellByte({ state, oldRevision: false, terminating: false, twoPods: false, nodeUnready });
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
  return cellByte({
    state: verdict === "run" ? podState(shown, set, nowMs) : "misscheduled",
    oldRevision: !isUpdated(shown, current),
    terminating: shown.deletingSinceMs !== undefined,
    twoPods,
    nodeUnready,
  });
}
