import { ownValue } from "@daemonscope/kube/base/own-value";
import { POOL_LABELS } from "@daemonscope/kube/well-known";
import type { DaemonSetKey, NodeRecord } from "../records/records.ts";
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
}

export interface Quantiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Nodes that joined within this time count. */
const RECENT_MS = 86_400_000;
/** A pod that became Ready later than this after its node joined is not the first one there. */
const FIRST_WITHIN_MS = 1_800_000;

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
 *  name. If the clocks of node and API server disagree, so that a pod precedes its node, the pod does not count.
 *  O(nodes + recent nodes × DaemonSets). */
export function joinTimesOf(
  reading: Pick<ClusterReading, "nowMs" | "nodes" | "daemonSetKeys" | "podsOf">,
  mostGroups: number,
): readonly JoinTimes[] {
  const { nowMs } = reading;
  const groups = new Map<string, { readonly daemonSet: string; readonly pool: string; created: number[]; ready: number[] }>();
  const keys = reading.daemonSetKeys();
  for (const node of reading.nodes()) {
    if (node.createdAtMs < nowMs - RECENT_MS) continue;
    const pool = poolOf(node);
    for (const daemonSet of keys) {
      const [pod] = reading.podsOf(daemonSet, node.name);
      if (pod?.readySinceMs === undefined) continue;
      const createdMs = pod.createdAtMs - node.createdAtMs;
      const readyMs = pod.readySinceMs - node.createdAtMs;
      if (createdMs < 0 || readyMs < createdMs || readyMs >= FIRST_WITHIN_MS) continue;
      const id = `${daemonSet}\n${pool}`;
      const group = groups.get(id) ?? { daemonSet, pool, created: [], ready: [] };
      group.created.push(createdMs);
      group.ready.push(readyMs);
      groups.set(id, group);
    }
  }
  return [...groups]
    .sort(([a, x], [b, y]) => y.ready.length - x.ready.length || (a < b ? -1 : 1))
    .slice(0, mostGroups)
    .map(([, { daemonSet, pool, created, ready }]) => ({
      daemonSet,
      pool,
      nodes: ready.length,
      created: quantilesOf(created),
      ready: quantilesOf(ready),
    }));
}
