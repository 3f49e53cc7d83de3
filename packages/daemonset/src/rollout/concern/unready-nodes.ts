import type { Cause, DaemonSetRecord } from "../../records/records.ts";
import { firstNodes } from "./first-nodes.ts";

/** NotReady nodes that have pods of DaemonSets. */
export interface UnreadyNodes {
  /** Each node once, regardless of how many DaemonSets have a pod on it. */
  readonly count: number;
  /** There may be more: a cause names at most HOLDER_NODES_LIMIT of its nodes. */
  readonly isAtLeast: boolean;
  /** The first names, sorted. */
  readonly nodes: readonly string[];
  /** Pods of DaemonSets on these nodes, one for each DaemonSet and node. */
  readonly agents: number;
  readonly sinceMs: number | undefined;
}

/** Counts the nodes of these causes, which are NotReady nodes; undefined without a cause. O(causes × names). */
export function unreadyNodesOf(causes: readonly Cause[]): UnreadyNodes | undefined {
  if (causes.length === 0) return undefined;
  const names = new Set(causes.flatMap(({ nodes }) => nodes));
  const since = causes.flatMap(({ sinceMs }) => sinceMs ?? []);
  return {
    count: causes.reduce((most, { count }) => Math.max(most, count), names.size),
    isAtLeast: causes.length > 1 && causes.some(({ count, nodes }) => count > nodes.length),
    nodes: firstNodes([...names]),
    agents: causes.reduce((sum, { count }) => sum + count, 0),
    sinceMs: since.length === 0 ? undefined : Math.min(...since),
  };
}

/** Returns the NotReady nodes of all DaemonSets: the single source for every output about them. */
export const unreadyNodes = (records: readonly Pick<DaemonSetRecord, "causes">[]): UnreadyNodes | undefined =>
  unreadyNodesOf(records.flatMap(({ causes }) => causes.filter(({ state }) => state === "nodeUnready")));
