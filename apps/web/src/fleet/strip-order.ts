import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { wasRead } from "@daemonscope/shared/source-status";
import { severityOf } from "../cell/severity.ts";
import type { Projection } from "../cluster/projection.ts";
import { groupOf, NO_GROUP } from "../rows/grouping.ts";

/** Pools by name, each with its nodes, as rows, in the order in which every strip draws them. */
export type Pools = readonly { readonly pool: string; readonly rows: readonly number[] }[];

export interface StripOrder {
  readonly pools: Pools;
  /** Node names and pools by row, as they were put in order. */
  readonly names: readonly (string | undefined)[];
  readonly poolOf: readonly (string | undefined)[];
  readonly podsRead: boolean;
}

/** The worst that a node shows in any DaemonSet: what sorts it inside its pool. */
function worstOf({ cells }: ClusterState, row: number): number {
  return cells.reduce(
    (worst, column) => (column.length === 0 ? worst : Math.min(worst, severityOf(column[row] ?? 0))),
    Number.POSITIVE_INFINITY,
  );
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

/** The order of a state. Nodes of `before` keep their order: trouble that comes is a new colour in the same place. Others, and those that changed their pool,
 *  come behind them, the most troubled first. O(nodes × log nodes), and O(cells of what is new). */
export function stripOrder(state: ClusterState, before?: StripOrder): StripOrder {
  const { names } = state.rows;
  const podsRead = wasRead(state.sources.pods);
  // Before pods are read no node is more troubled than another.
  const kept = before?.podsRead === podsRead ? before : undefined;
  const pools = names.map((name, row) => (name === undefined ? undefined : poolOf(state.nodes[row])));
  const stays = (row: number) => names[row] !== undefined && kept?.names[row] === names[row] && kept?.poolOf[row] === pools[row];
  const rowsOf = new Map<string, number[]>();
  const put = (row: number): void => {
    const pool = pools[row] ?? NO_GROUP;
    const rows = rowsOf.get(pool);
    if (rows === undefined) rowsOf.set(pool, [row]);
    else rows.push(row);
  };
  for (const { rows } of kept?.pools ?? []) for (const row of rows) if (stays(row)) put(row);
  const nameAt = (row: number) => names[row] ?? "";
  const added = [...names.keys()]
    .filter((row) => names[row] !== undefined && !stays(row))
    .map((row) => ({ row, worst: worstOf(state, row) }))
    .sort((a, b) => a.worst - b.worst || (nameAt(a.row) < nameAt(b.row) ? -1 : 1));
  for (const { row } of added) put(row);
  return {
    pools: [...rowsOf].sort(([a], [b]) => (a < b ? -1 : 1)).map(([pool, rows]) => ({ pool, rows })),
    names,
    poolOf: pools,
    podsRead,
  };
}

/** The same order while no node came, went or changed its pool. */
export const stripOrders: Projection<StripOrder> = {
  whole: stripOrder,
  next(before, state, { rows }) {
    const isSame =
      before.names === state.rows.names &&
      before.podsRead === wasRead(state.sources.pods) &&
      rows.put.every((row) => before.poolOf[row] === poolOf(state.nodes[row]));
    return isSame ? before : stripOrder(state, before);
  },
};
