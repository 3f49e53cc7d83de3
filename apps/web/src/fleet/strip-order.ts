import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { sortedSlots } from "@daemonscope/shared/slots";
import type { Projection } from "../cluster/projection.ts";
import { groupOf, NO_GROUP } from "../rows/grouping.ts";

/** Pools by name, each with its nodes by name, as rows, in the order in which every strip draws them. */
export type Pools = readonly { readonly pool: string; readonly rows: readonly number[] }[];

export interface StripOrder {
  readonly pools: Pools;
  /** Node names and pools by row, as they were put in order. */
  readonly names: readonly (string | undefined)[];
  readonly poolOf: readonly (string | undefined)[];
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

/** The order of a state, which is the same for who looks again: by name, so that trouble is a colour and no place. O(nodes × log nodes). */
export function stripOrder({ rows: slots, nodes }: Pick<ClusterState, "rows" | "nodes">): StripOrder {
  const { names } = slots;
  const pools = names.map((name, row) => (name === undefined ? undefined : poolOf(nodes[row])));
  const rowsOf = new Map<string, number[]>();
  for (const row of sortedSlots(slots)) {
    const pool = pools[row];
    if (pool === undefined) continue;
    const rows = rowsOf.get(pool);
    if (rows === undefined) rowsOf.set(pool, [row]);
    else rows.push(row);
  }
  return {
    pools: [...rowsOf].sort(([a], [b]) => (a < b ? -1 : 1)).map(([pool, rows]) => ({ pool, rows })),
    names,
    poolOf: pools,
  };
}

/** The same order while no node came, went or changed its pool. */
export const stripOrders: Projection<StripOrder> = {
  whole: stripOrder,
  next(before, state, { rows }) {
    const isSame = before.names === state.rows.names && rows.put.every((row) => before.poolOf[row] === poolOf(state.nodes[row]));
    return isSame ? before : stripOrder(state);
  },
};
