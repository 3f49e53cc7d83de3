import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { appendTo } from "@daemonscope/kube/base/append-to";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { sortedRowIds } from "@daemonscope/shared/state/row-ids";
import type { ViewReducer } from "../../data/computed/view-reducer.ts";
import { compareGroups, groupOf, NO_GROUP } from "../../data/rows/grouping.ts";

/** Pools by name, each with its nodes by name, as rows, in the order in which every strip draws them. */
export type Pools = readonly { readonly pool: string; readonly rows: readonly number[] }[];

export interface StripOrder {
  readonly pools: Pools;
  /** Node names and pools by row, as of the sort. */
  readonly names: readonly (string | undefined)[];
  readonly poolOf: readonly (string | undefined)[];
}

/** A record is never changed in place, so its pool is computed once. */
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

/** Returns the order of a state: by name, so that it is stable and a problem shows as a colour and not as a position.
 *  O(nodes × log nodes). */
export function stripOrder({ rows: slots, nodes }: Pick<ClusterState, "rows" | "nodes">): StripOrder {
  const { names } = slots;
  const pools = names.map((name, row) => (name === undefined ? undefined : poolOf(nodes[row])));
  const rowsOf = new Map<string, number[]>();
  for (const row of sortedRowIds(slots)) {
    const pool = pools[row];
    if (pool === undefined) continue;
    appendTo(rowsOf, pool, row);
  }
  return {
    pools: [...rowsOf].sort(([a], [b]) => compareGroups(a, b)).map(([pool, rows]) => ({ pool, rows })),
    names,
    poolOf: pools,
  };
}

/** Returns the same order until a node joins, leaves or changes its pool. */
export const stripOrders: ViewReducer<StripOrder> = {
  whole: stripOrder,
  next(before, state, { rows }) {
    const isSame = before.names === state.rows.names && rows.put.every((row) => before.poolOf[row] === poolOf(state.nodes[row]));
    return isSame ? before : stripOrder(state);
  },
};
