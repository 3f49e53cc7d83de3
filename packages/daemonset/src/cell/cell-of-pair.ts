import type { Pair, SetFacts } from "../pair/pair.ts";
import { isAvailable, isFailing, isUpdated, type PodFacts } from "../pods/pod-facts.ts";
import { type CellByte, type CellState, cellByte } from "./cell.ts";

function podState(pod: PodFacts, set: SetFacts, nowMs: number): CellState {
  if (pod.ready) return isAvailable(pod, set.minReadySeconds, nowMs) ? "available" : "ready";
  if (!pod.scheduled) return "unscheduled";
  return isFailing(pod, nowMs) ? "failing" : "starting";
}

/** The cell of a pair: the first pod's state, or the new pod's where an old and a new one both live (rule C12). */
export function cellOfPair(pair: Pair, set: SetFacts, nowMs: number): CellByte {
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  const first = pair.pods[0];
  const base = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: pair.nodeUnready };
  if (first === undefined) return cellByte({ ...base, state: pair.verdict === "run" ? "missing" : "excluded" });
  const live = pair.pods.filter((pod) => pod.deletingSinceMs === undefined);
  const newPod = live.find((pod) => isUpdated(pod, current));
  const twoPods = newPod !== undefined && live.some((pod) => !isUpdated(pod, current));
  const shown = twoPods ? newPod : first;
  return cellByte({
    ...base,
    state: pair.verdict === "run" ? podState(shown, set, nowMs) : "misscheduled",
    oldRevision: !isUpdated(shown, current),
    terminating: shown.deletingSinceMs !== undefined,
    twoPods,
  });
}
