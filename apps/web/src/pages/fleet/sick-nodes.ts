import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { unreadyNodes } from "@daemonscope/daemonset/rollout/concern/unready-nodes";
import { appendTo } from "@daemonscope/kube/base/append-to";

/** NotReady nodes in one row of the fleet: a single node, or several. */
export interface SickNodes {
  readonly id: string;
  /** Sorted; one or more. */
  readonly nodes: readonly string[];
  readonly count: number;
  /** There may be more nodes, because a cause names only the first ones. */
  readonly isAtLeast: boolean;
  /** The pool of several nodes; undefined for a single node, or if they are in several pools. */
  readonly pool: string | undefined;
  /** Number of DaemonSets with a pod on the node; on several nodes, the number of these pods. */
  readonly agents: number;
}

/** More nodes share rows. */
const MAX_SINGLE = 3;
/** Nodes of more pools share one row. */
const MAX_POOLS = 3;

/** Returns the NotReady nodes that have agents, by rows: up to three nodes each have a row, more share one with their
 *  pool, and nodes of many pools share one. A node that joins has none until a verdict names it. O(causes × names). */
export function selectSickNodes(
  records: readonly DaemonSetRecord[],
  poolOf: (node: string) => string,
  isJoining: (node: string) => boolean,
): readonly SickNodes[] {
  const unready = unreadyNodes(records);
  if (unready === undefined) return [];
  const agentsOn = new Map<string, number>();
  for (const { causes } of records)
    for (const { state, nodes } of causes)
      if (state === "nodeUnready") for (const node of nodes) agentsOn.set(node, (agentsOn.get(node) ?? 0) + 1);
  const isComplete = !unready.isAtLeast && unready.count === agentsOn.size;
  const late = new Set(records.flatMap(({ concern }) => (concern?.kind === "nodesUnready" ? concern.nodes : [])));
  const names = [...agentsOn.keys()].filter((node) => late.has(node) || !isJoining(node)).sort();
  const groupOf = (nodes: readonly string[], pool: string | undefined): SickNodes => ({
    id: pool ?? nodes[0] ?? "",
    nodes,
    count: nodes.length,
    isAtLeast: false,
    pool,
    agents: nodes.reduce((sum, node) => sum + (agentsOn.get(node) ?? 0), 0),
  });
  if (isComplete && names.length <= MAX_SINGLE) return names.map((node) => groupOf([node], undefined));
  const byPool = new Map<string, string[]>();
  for (const node of names) appendTo(byPool, poolOf(node), node);
  if (isComplete && byPool.size <= MAX_POOLS)
    return [...byPool].map(([pool, nodes]) => groupOf(nodes, nodes.length === 1 ? undefined : pool));
  return [{ id: "NotReady", nodes: names, count: unready.count, isAtLeast: unready.isAtLeast, pool: undefined, agents: unready.agents }];
}
