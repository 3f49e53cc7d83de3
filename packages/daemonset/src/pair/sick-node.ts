import { isUpdated, SETTLED_AFTER_MS } from "../pods/pod-facts.ts";
import type { Pair, SetFacts } from "./pair.ts";

/** A node that is NotReady for so long is taken not to come back by itself: after as long Kubernetes moves other pods away.
 *  Before that it may have been started anew. */
export const NODE_LOST_AFTER_MS = 300_000;

/** Says whether a node came after the current revision was made: it never had another one to compare with (rule R12). */
export function joinedLater({ nodeCreatedAtMs }: Pair, { revisionSinceMs }: SetFacts): boolean {
  return (nodeCreatedAtMs ?? 0) > (revisionSinceMs ?? Number.POSITIVE_INFINITY);
}

/** Since when a node is NotReady that went so within ten minutes of getting a pod of the current revision; undefined for any other, and for one that joined later. Whether the revision did it is not in one node (rule R12, rollout/suspects.ts). */
export function fellSinceMs(pair: Pair, set: SetFacts): number | undefined {
  const { nodeUnready, nodeReadySinceMs, pods } = pair;
  if (!nodeUnready || nodeReadySinceMs === undefined || joinedLater(pair, set)) return undefined;
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  // Times are whole seconds: of one second nobody knows the order, and no pod starts within it.
  const isAfter = pods.some((pod) => {
    const afterMs = nodeReadySinceMs - pod.createdAtMs;
    return isUpdated(pod, current) && afterMs > 0 && afterMs <= SETTLED_AFTER_MS;
  });
  return isAfter ? nodeReadySinceMs : undefined;
}

/** Says whether a node that did not fall after it got the revision was NotReady before that, or before it got its pod. */
export function wasSickBefore({ nodeReadySinceMs, pods }: Pair, set: SetFacts): boolean {
  if (nodeReadySinceMs === undefined) return true;
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  return (
    nodeReadySinceMs < (set.revisionSinceMs ?? 0) || pods.some((pod) => isUpdated(pod, current) && pod.createdAtMs >= nodeReadySinceMs)
  );
}

/** When a node that is NotReady is taken not to come back by itself; undefined when nobody knows since when it is. */
export function lostAtMs({ nodeReadySinceMs }: Pair): number | undefined {
  return nodeReadySinceMs === undefined ? undefined : nodeReadySinceMs + NODE_LOST_AFTER_MS;
}
