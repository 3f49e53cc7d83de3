import { cellState, hasFlag } from "@daemonscope/daemonset/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { groupOf, NO_GROUP } from "../grid/grouping.ts";

/** Pools by name, each with its nodes in the order in which every strip draws them. */
export type StripOrder = readonly { readonly pool: string; readonly nodes: readonly string[] }[];

const SEVERITY = ["failing", "missing", "unscheduled", "starting", "misscheduled", "ready", "available", "unknown", "excluded"] as const;

/** The worst that a node shows in any DaemonSet: what sorts it inside its pool. */
function worstOf(state: ClusterState, row: number): number {
  let worst: number = SEVERITY.length;
  const columns = state.columns.length;
  for (let column = 0; column < columns; column++) {
    const byte = state.cells[row * columns + column] ?? 0;
    const rank = hasFlag(byte, "terminating") ? 2 : SEVERITY.indexOf(cellState(byte));
    if (rank < worst) worst = rank;
  }
  return worst;
}

/** A record is never changed in place, so its pool is looked up once. */
const poolOfRecord = new WeakMap<NodeRecord, string>();

function poolOf(record: NodeRecord | undefined): string {
  if (record === undefined) return NO_GROUP;
  let pool = poolOfRecord.get(record);
  if (pool === undefined) {
    pool = groupOf(record, "pool");
    poolOfRecord.set(record, pool);
  }
  return pool;
}

/** The pool of each node of an order. */
const poolsOf = new WeakMap<StripOrder, ReadonlyMap<string, string>>();

function poolsIn(order: StripOrder): ReadonlyMap<string, string> {
  let pools = poolsOf.get(order);
  if (pools === undefined) {
    pools = new Map(order.flatMap(({ pool, nodes }) => nodes.map((node) => [node, pool] as const)));
    poolsOf.set(order, pools);
  }
  return pools;
}

/** The order of a state. Nodes of `before` keep their order: trouble that comes is a new colour in the same place. Others, and those that changed their pool,
 *  come behind them, the most troubled first. `before` itself when nothing came, went or changed its pool. O(nodes), and O(cells of what is new). */
export function stripOrder(state: ClusterState, before: StripOrder = []): StripOrder {
  const poolBefore = poolsIn(before);
  const isSame =
    poolBefore.size === state.rows.length && state.rows.every((name) => poolBefore.get(name) === poolOf(state.nodes.get(name)));
  if (isSame && before.length > 0) return before;
  const nodesOf = new Map<string, string[]>();
  const put = (pool: string, node: string): void => {
    const nodes = nodesOf.get(pool);
    if (nodes === undefined) nodesOf.set(pool, [node]);
    else nodes.push(node);
  };
  for (const { pool, nodes } of before)
    for (const node of nodes) if (poolOf(state.nodes.get(node)) === pool && state.nodes.has(node)) put(pool, node);
  const added = state.rows
    .map((name, row) => ({ name, pool: poolOf(state.nodes.get(name)), row }))
    .filter(({ name, pool }) => poolBefore.get(name) !== pool)
    .map((node) => ({ ...node, worst: worstOf(state, node.row) }))
    .sort((a, b) => a.worst - b.worst || a.row - b.row);
  for (const { pool, name } of added) put(pool, name);
  return [...nodesOf.keys()].sort().map((pool) => ({ pool, nodes: nodesOf.get(pool) ?? [] }));
}
