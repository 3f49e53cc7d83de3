import type { EventEntry } from "@daemonscope/shared/http/answers";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { groupOf, NO_GROUP } from "../../../data/rows/grouping.ts";

/** Pool of a node by its name. */
export type PoolOf = ReadonlyMap<string, string>;

/** Returns the pools of the nodes of events. O(nodes). */
export function poolsOfNodes(state: ClusterState | undefined, events: readonly EventEntry[]): PoolOf {
  const wanted = new Set(events.flatMap(({ node }) => node ?? []));
  const pools = new Map<string, string>();
  for (const record of state?.nodes ?? [])
    if (record !== undefined && wanted.has(record.name)) pools.set(record.name, groupOf(record, "pool"));
  return pools;
}

/** Returns the pool of all these events; undefined if they have no common pool. */
export function commonPool(events: readonly EventEntry[], pools: PoolOf): string | undefined {
  const found = new Set(events.map(({ node }) => (node === undefined ? undefined : pools.get(node))));
  const [pool] = found;
  return found.size === 1 && pool !== NO_GROUP ? pool : undefined;
}
