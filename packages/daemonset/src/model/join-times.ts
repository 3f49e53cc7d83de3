import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { drain } from "@daemonscope/kube/base/drain";
import { poolOf } from "../records/pool-of.ts";
import type { DaemonSetKey } from "../records/records.ts";
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

interface Quantiles {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

type JoinReading = Pick<ClusterReading, "nowMs" | "nodes" | "daemonSetKeys" | "joinOf">;

/** Returns the smallest value that at least this share of the values does not exceed. */
const quantile = (sorted: Float64Array, share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;

function quantilesOf(values: readonly number[]): Quantiles {
  const sorted = Float64Array.from(values).sort();
  return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99) };
}

interface JoinTimesOptions {
  readonly only?: DaemonSetKey;
  readonly mostGroups?: number;
}

/** Nodes of one time slice: with twelve DaemonSets about a millisecond. */
const NODES_PER_SLICE = 256;

/** Returns the times from join to ready of the last day, by DaemonSet and pool: the groups with most nodes, then by
 *  name. `only`: of this DaemonSet. O(nodes + recent nodes × DaemonSets). */
export const joinTimesOf = (reading: JoinReading, options: JoinTimesOptions = {}): readonly JoinTimes[] =>
  drain(joinTimesInParts(reading, options));

/** Does the same in time slices. Nodes that join meanwhile do not count. */
export function* joinTimesInParts(
  reading: JoinReading,
  { only, mostGroups }: JoinTimesOptions = {},
): Generator<undefined, readonly JoinTimes[]> {
  const { nowMs } = reading;
  type Group = { readonly daemonSet: string; readonly pool: string; created: number[]; ready: number[]; slowest: JoinTimes["slowest"] };
  const byPool = new Map<string, Map<string, Group>>();
  const keys = only === undefined ? reading.daemonSetKeys() : [only];
  let left = NODES_PER_SLICE;
  for (const node of reading.nodes()) {
    if (node.createdAtMs < nowMs - RECENT_JOIN_MS) continue;
    if (--left === 0) {
      left = NODES_PER_SLICE;
      yield;
    }
    const pool = poolOf(node);
    const groups = byPool.get(pool) ?? new Map<string, Group>();
    byPool.set(pool, groups);
    for (const daemonSet of keys) {
      const join = reading.joinOf(daemonSet, node.name);
      if (join?.readyMs === undefined) continue;
      const { createdMs, readyMs } = join;
      const group = groups.get(daemonSet) ?? { daemonSet, pool, created: [], ready: [], slowest: { node: node.name, readyMs } };
      group.created.push(createdMs);
      group.ready.push(readyMs);
      const { slowest } = group;
      if (readyMs > slowest.readyMs || (readyMs === slowest.readyMs && node.name < slowest.node))
        group.slowest = { node: node.name, readyMs };
      groups.set(daemonSet, group);
    }
  }
  const nameOf = ({ daemonSet, pool }: Group): string => `${daemonSet}\n${pool}`;
  return Array.from(byPool.values(), (groups) => [...groups.values()])
    .flat()
    .sort((a, b) => b.ready.length - a.ready.length || compareTexts(nameOf(a), nameOf(b)))
    .slice(0, mostGroups)
    .map(({ daemonSet, pool, created, ready, slowest }) => ({
      daemonSet,
      pool,
      nodes: ready.length,
      created: quantilesOf(created),
      ready: quantilesOf(ready),
      slowest,
    }));
}
