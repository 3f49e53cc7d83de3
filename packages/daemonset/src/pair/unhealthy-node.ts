import { HEALTHY_AFTER_MS, isUpdated } from "../pods/pod-facts.ts";
import { isEnding } from "../records/node-lifecycle.ts";
import type { Pair, SetFacts } from "./pair.ts";

/** After this time a NotReady node is assumed not to return by itself. Kubernetes evicts other pods after the same
 *  time. Before it, the node may be restarting. */
const NODE_LOST_TIMEOUT_MS = 300_000;

/** Reports whether a node joined after the current revision was created. Such a node never had another revision to
 *  compare with (rule R12). */
export function joinedAfterRevision({ nodeCreatedAtMs }: Pair, { revisionSinceMs }: SetFacts): boolean {
  return (nodeCreatedAtMs ?? 0) > (revisionSinceMs ?? Number.POSITIVE_INFINITY);
}

/** Returns the start of NotReady if a node failed within ten minutes after it received a current pod. Undefined for
 *  other nodes, and for nodes that joined later. One node does not show whether the revision is the cause (rule R12,
 *  rollout/concern/suspects.ts). */
export function brokenSinceMs(pair: Pair, set: SetFacts): number | undefined {
  const { nodeUnready, lifecycle, nodeReadySinceMs, pods } = pair;
  if (!nodeUnready || isEnding(lifecycle) || nodeReadySinceMs === undefined || joinedAfterRevision(pair, set)) return undefined;
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  // Times are whole seconds. Within one second the order is unknown, and no pod starts that fast.
  const isAfter = pods.some((pod) => {
    const afterMs = nodeReadySinceMs - pod.createdAtMs;
    return isUpdated(pod, current) && afterMs > 0 && afterMs <= HEALTHY_AFTER_MS;
  });
  return isAfter ? nodeReadySinceMs : undefined;
}

/** Reports whether a node was NotReady before the revision was created, or when its pod of the revision was. True if
 *  the start of NotReady is unknown. The caller passes only NotReady nodes for which `brokenSinceMs` returns
 *  undefined. */
export function wasUnhealthyBefore({ nodeReadySinceMs, pods }: Pair, set: SetFacts): boolean {
  if (nodeReadySinceMs === undefined) return true;
  const current = { hash: set.currentHash, templateGeneration: set.templateGeneration };
  return (
    nodeReadySinceMs < (set.revisionSinceMs ?? 0) || pods.some((pod) => isUpdated(pod, current) && pod.createdAtMs >= nodeReadySinceMs)
  );
}

/** Returns the time from which a NotReady node is assumed not to return by itself. Undefined if the start of
 *  NotReady is unknown. */
export function lostAtMs({ nodeReadySinceMs }: Pair): number | undefined {
  return nodeReadySinceMs === undefined ? undefined : nodeReadySinceMs + NODE_LOST_TIMEOUT_MS;
}
