import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { sortedRowIds } from "@daemonscope/shared/state/row-ids";
import { severityOf, VARIANTS_BY_SEVERITY } from "../cell/severity.ts";
import type { IncrementalReducer } from "../computed/computed.ts";
import { nodeAt } from "../rows/node-cells.ts";
import { acceptAllNodes, type NodePredicate } from "../rows/node-predicate.ts";
import type { NodeSort } from "../url/url.ts";
import type { NodeStates } from "./select-node-states.ts";

/** The rows of the nodes that a filter keeps, in the order of the table. */
interface SortedNodes {
  readonly rows: Uint32Array;
  /** The states that determine the order. */
  readonly states: NodeStates;
  /** Whether the filter keeps the node, by row. Unused if the filter keeps all. */
  readonly kept: Uint8Array;
}

const createdAtMs = ({ records }: NodeStates, row: number): number => records[row]?.createdAtMs ?? 0;

const youngestFirst = new WeakMap<readonly (NodeRecord | undefined)[], readonly number[]>();

/** Returns the rows by a key that no cell changes, and then by name: the same list while nodes are the same. */
function staticOrder(sort: NodeSort, states: NodeStates): readonly number[] {
  const byName = sortedRowIds(states.rows);
  if (sort !== "age") return byName;
  let order = youngestFirst.get(states.records);
  if (order === undefined) {
    order = byName.toSorted((a, b) => createdAtMs(states, b) - createdAtMs(states, a));
    youngestFirst.set(states.records, order);
  }
  return order;
}

const SEVERITIES = VARIANTS_BY_SEVERITY.length;

/** Sorts ordered rows by what they lack, most first, then by severity, worst first. The sort is stable. Ranks are few,
 *  so it is a counting sort. O(rows). */
function byLacks({ lacks, bytes }: NodeStates, rows: ArrayLike<number>): Uint32Array {
  const count = rows.length;
  let most = 0;
  for (let at = 0; at < count; at++) {
    const lacking = lacks[rows[at] ?? 0] ?? 0;
    if (lacking > most) most = lacking;
  }
  const ranks = new Uint32Array(count);
  const offsets = new Uint32Array((most + 1) * SEVERITIES + 1);
  for (let at = 0; at < count; at++) {
    const row = rows[at] ?? 0;
    const rank = (most - (lacks[row] ?? 0)) * SEVERITIES + severityOf(bytes[row] ?? 0);
    ranks[at] = rank;
    offsets[rank + 1] = (offsets[rank + 1] ?? 0) + 1;
  }
  for (let rank = 1; rank < offsets.length; rank++) offsets[rank] = (offsets[rank] ?? 0) + (offsets[rank - 1] ?? 0);
  const sorted = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    const rank = ranks[at] ?? 0;
    const index = offsets[rank] ?? 0;
    sorted[index] = rows[at] ?? 0;
    offsets[rank] = index + 1;
  }
  return sorted;
}

function sortedRows(sort: NodeSort, states: NodeStates, kept: Uint8Array, keepsAll: boolean): Uint32Array {
  const order = staticOrder(sort, states);
  const rows = keepsAll ? order : order.filter((row) => kept[row] === 1);
  return sort === "lacks" ? byLacks(states, rows) : new Uint32Array(rows);
}

/** Keeps the table sorted. While nodes are the same, no comparison sort runs: one pass over the rows places them
 *  all. */
export function sortRows(sort: NodeSort, keeps: NodePredicate): IncrementalReducer<NodeStates, SortedNodes> {
  const keepsAll = keeps === acceptAllNodes;
  const flagOf = (states: NodeStates, row: number): number => {
    const node = nodeAt(states, row);
    return node !== undefined && keeps(node) ? 1 : 0;
  };
  /** Reports whether a row keeps its position. */
  const isPlaced = ({ states: was }: SortedNodes, is: NodeStates, row: number): boolean =>
    was.records[row] === is.records[row] && (sort !== "lacks" || (was.lacks[row] === is.lacks[row] && was.bytes[row] === is.bytes[row]));
  return {
    whole: (states) => {
      const kept = keepsAll ? new Uint8Array() : Uint8Array.from(states.bytes, (_, row) => flagOf(states, row));
      return { rows: sortedRows(sort, states, kept, keepsAll), states, kept };
    },
    next: (before, states, changed) => {
      const flipped = keepsAll ? [] : changed.filter((row) => (before.kept[row] ?? 0) !== flagOf(states, row));
      const isSameRows = before.states.rows === states.rows;
      if (isSameRows && flipped.length === 0 && changed.every((row) => isPlaced(before, states, row))) return before;
      const kept = keepsAll ? before.kept : new Uint8Array(states.bytes.length);
      if (!keepsAll) {
        kept.set(before.kept.subarray(0, kept.length));
        for (const row of flipped) kept[row] = 1 - (kept[row] ?? 0);
      }
      return { rows: sortedRows(sort, states, kept, keepsAll), states, kept };
    },
  };
}
