import { sortedSlots } from "@daemonscope/shared/slots";
import type { NodeSort } from "../address/url.ts";
import { severityOf } from "../cell/severity.ts";
import type { Fold } from "../cluster/derived.ts";
import { type GridNode, nodeAt } from "../rows/node-cells.ts";
import type { NodeStates } from "./select-node-states.ts";

/** The rows of the nodes that a filter keeps, in the order of the table. */
export interface SortedNodes {
  readonly rows: Uint32Array;
  /** That they were sorted by. */
  readonly states: NodeStates;
}

type Compare = (states: NodeStates, a: number, b: number) => number;

const nameOf = ({ records }: NodeStates, row: number): string => records[row]?.name ?? "";
const byName: Compare = (states, a, b) => (a === b ? 0 : nameOf(states, a) < nameOf(states, b) ? -1 : 1);

/** What is sorted by, before the name, which decides between equals. */
const BY: Readonly<Record<NodeSort, Compare>> = {
  name: () => 0,
  age: ({ records }, a, b) => (records[b]?.createdAtMs ?? 0) - (records[a]?.createdAtMs ?? 0),
  lacks: ({ lacks, bytes }, a, b) => (lacks[b] ?? 0) - (lacks[a] ?? 0) || severityOf(bytes[a] ?? 0) - severityOf(bytes[b] ?? 0),
};

/** Where a row stands, or would, among `length` rows in order. O(log rows). */
function placeOf(rows: Uint32Array, length: number, isBefore: (other: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBefore(rows[middle] ?? 0)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Keeps the table sorted: a node that changed is taken out and put into its place, all others stay. */
export function sorting(sort: NodeSort, keeps: (node: GridNode) => boolean): Fold<NodeStates, SortedNodes> {
  const by = BY[sort];
  const compare: Compare = (states, a, b) => by(states, a, b) || byName(states, a, b);
  const isKept = (states: NodeStates, row: number): boolean => {
    const node = nodeAt(states, row);
    return node !== undefined && keeps(node);
  };
  const isPlaced = (before: NodeStates, states: NodeStates, row: number): boolean => {
    const [was, is] = [isKept(before, row), isKept(states, row)];
    if (was !== is || !was) return was === is;
    const [a, b] = [nodeAt(before, row), nodeAt(states, row)];
    const isSameKey = before.lacks[row] === states.lacks[row] && a?.byte === b?.byte && a?.record.createdAtMs === b?.record.createdAtMs;
    return isSameKey && a?.name === b?.name;
  };
  return {
    whole: (states) => {
      const kept = sortedSlots(states.rows).filter((row) => isKept(states, row));
      return { rows: Uint32Array.from(kept.sort((a, b) => by(states, a, b))), states };
    },
    next: (before, states, changed) => {
      const moved = changed.filter((row) => !isPlaced(before.states, states, row));
      if (moved.length === 0) return before;
      const come = moved.filter((row) => isKept(states, row));
      const rows = new Uint32Array(before.rows.length + come.length);
      rows.set(before.rows);
      let { length } = before.rows;
      for (const row of moved) {
        if (!isKept(before.states, row)) continue;
        const at = placeOf(rows, length, (other) => compare(before.states, other, row) < 0);
        rows.copyWithin(at, at + 1, length--);
      }
      for (const row of come) {
        const at = placeOf(rows, length, (other) => compare(states, other, row) < 0);
        rows.copyWithin(at + 1, at, length++);
        rows[at] = row;
      }
      return { rows: rows.slice(0, length), states };
    },
  };
}
