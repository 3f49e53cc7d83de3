import { ownValue } from "@daemonscope/kube/base/own-value";
import { POOL_LABELS } from "@daemonscope/kube/well-known";
import type { DaemonSetKey, NodeRecord } from "../records/records.ts";
import { RECENT_JOIN_MS } from "../tracking/join-tracker.ts";
import type { ClusterReading } from "./cluster-reading.ts";

/** Times from the creation of a node to its first pod of a DaemonSet, over the nodes of a pool. */
export interface JoinTimes {
  readonly daemonSet: DaemonSetKey;
  /** Empty if the nodes have no pool. */
  readonly pool: string;
  readonly nodes: number;
  /** Until the pod was created, and until it was Ready. */
  readonly created: Quantiles;
  readonly ready: Quantiles;
  /** The node whose pod was Ready last. */
  readonly slowest: { readonly node: string; readonly readyMs: number };
}

export interface Quantiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

type JoinReading = Pick<ClusterReading, "nowMs" | "nodes" | "daemonSetKeys" | "joinOf">;

const poolOf = ({ labels }: NodeRecord): string => {
  for (const key of POOL_LABELS) {
    const pool = ownValue(labels, key);
    if (pool !== undefined) return pool;
  }
  return "";
};

/** Returns the smallest value that at least this share of the values does not exceed. */
const quantile = (sorted: readonly number[], share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = [...values].sort((a, b) => a - b);
  return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
}

/** Returns the times from join to ready of the last day, by DaemonSet and pool: the groups with most nodes, then by
 *  name. `only`: of this DaemonSet. O(nodes + recent nodes × DaemonSets). */
export function joinTimesOf(
  reading: JoinReading,
  { only, mostGroups }: { readonly only?: DaemonSetKey; readonly mostGroups?: number } = {},
): readonly JoinTimes[] {
  const { nowMs } = reading;
  type Group = { readonly daemonSet: string; readonly pool: string; created: number[]; ready: number[]; slowest: JoinTimes["slowest"] };
  const groups = new Map<string, Group>();
  const keys = only === undefined ? reading.daemonSetKeys() : [only];
  for (const node of reading.nodes()) {
    if (node.createdAtMs < nowMs - RECENT_JOIN_MS) continue;
    const pool = poolOf(node);
    for (const daemonSet of keys) {
      const { createdMs, readyMs } = reading.joinOf(daemonSet, node.name) ?? {};
      if (createdMs === undefined || readyMs === undefined) continue;
      const id = `${daemonSet}\n${pool}`;
      const group = groups.get(id) ?? { daemonSet, pool, created: [], ready: [], slowest: { node: node.name, readyMs } };
      group.created.push(createdMs);
      group.ready.push(readyMs);
      const { slowest } = group;
      if (readyMs > slowest.readyMs || (readyMs === slowest.readyMs && node.name < slowest.node))
        group.slowest = { node: node.name, readyMs };
      groups.set(id, group);
    }
  }
  return [...groups]
    .sort(([a, x], [b, y]) => y.ready.length - x.ready.length || (a < b ? -1 : 1))
    .slice(0, mostGroups)
    .map(([, { daemonSet, pool, created, ready, slowest }]) => ({
      daemonSet,
      pool,
      nodes: ready.length,
      created: quantilesOf(created),
      ready: quantilesOf(ready),
      slowest,
    }));
}
