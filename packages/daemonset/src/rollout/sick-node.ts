import type { Pair, SetFacts } from "../model/pair.ts";
import { isUpdated, SETTLED_AFTER_MS } from "../pods/pod-facts.ts";

/** A node that is NotReady for so long is taken not to come back by itself: after as long Kubernetes moves other pods away.
 *  Before that it may have been started anew. */
export const NODE_LOST_AFTER_MS = 300_000;

/** Since when a node is NotReady that went so within ten minutes of getting a pod of the current revision; undefined for any other. A node that joined
 *  later than the revision never had another one to compare with (rule R12). */
export function brokenSinceMs({ nodeUnready, nodeReadySinceMs, nodeCreatedAtMs, pods }: Pair, set: SetFacts): number | undefined {
  if (!nodeUnready || nodeReadySinceMs === undefined) return undefined;
  if ((nodeCreatedAtMs ?? 0) > (set.revisionSinceMs ?? Number.POSITIVE_INFINITY)) return undefined;
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  const isAfter = pods.some((pod) => {
    const afterMs = nodeReadySinceMs - pod.createdAtMs;
    return isUpdated(pod, current) && afterMs >= 0 && afterMs <= SETTLED_AFTER_MS;
  });
  return isAfter ? nodeReadySinceMs : undefined;
}

/** Says whether a node that the revision did not break was NotReady before that, or before it got its pod. */
export function wasSickBefore({ nodeReadySinceMs, pods }: Pair, set: SetFacts): boolean {
  if (nodeReadySinceMs === undefined) return true;
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  return nodeReadySinceMs < (set.revisionSinceMs ?? 0) || pods.some((pod) => isUpdated(pod, current) && pod.createdAtMs > nodeReadySinceMs);
}

/** When a node that is NotReady is taken not to come back by itself: at once where the new revision broke it; undefined when nobody knows since when it is. */
export function lostAtMs(pair: Pair, set: SetFacts): number | undefined {
  return brokenSinceMs(pair, set) ?? (pair.nodeReadySinceMs === undefined ? undefined : pair.nodeReadySinceMs + NODE_LOST_AFTER_MS);
}
