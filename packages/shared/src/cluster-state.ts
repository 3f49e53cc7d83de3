import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { DaemonSetKey, DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import type { CellColumn } from "./cell-column.ts";
import type { ClusterIdentity } from "./frame.ts";
import { type SlotRecords, type Slots, slotOf, sortedSlots } from "./slots.ts";
import type { SourceStatuses } from "./source-status.ts";

/** The state at one seq, as server and browser hold it. Never changed: applyFrame makes the next one, in which what stayed is the same object. `Nodes`: how nodes are kept, which are made anew each time that one is asked for where
 *  they stand in columns. */
export interface ClusterState<Nodes extends SlotRecords<NodeRecord> = readonly (NodeRecord | undefined)[]> {
  readonly epoch: string;
  readonly seq: number;
  readonly at: number;
  readonly cluster: ClusterIdentity;
  readonly sources: SourceStatuses;
  /** Node names by row. */
  readonly rows: Slots;
  /** DaemonSet keys by column. */
  readonly columns: Slots;
  /** By row. */
  readonly nodes: Nodes;
  /** By column. */
  readonly daemonSets: readonly (DaemonSetRecord | undefined)[];
  /** By column: a byte a row, 0 where the row is free; empty where the column is. */
  readonly cells: readonly CellColumn[];
}

/** A state whose nodes are kept in any way. */
export type AnyState = ClusterState<SlotRecords<NodeRecord>>;

/** The same state with its nodes as a list; the same object where they are one. O(nodes) where they stand in columns. */
export function listed(state: AnyState): ClusterState {
  const { nodes } = state;
  if (Array.isArray(nodes)) return state as ClusterState;
  return { ...state, nodes: Array.from({ length: nodes.length }, (_, row) => nodes.at(row)) };
}

export function nodeNamed({ rows, nodes }: Pick<AnyState, "rows" | "nodes">, name: string): NodeRecord | undefined {
  const row = slotOf(rows, name);
  return row === undefined ? undefined : nodes.at(row);
}

export function daemonSetNamed(
  { columns, daemonSets }: Pick<ClusterState, "columns" | "daemonSets">,
  key: DaemonSetKey,
): DaemonSetRecord | undefined {
  const column = slotOf(columns, key);
  return column === undefined ? undefined : daemonSets[column];
}

/** The cell of a node and a DaemonSet by their names; undefined where one of them is not there. */
export function cellOfPair(
  { rows, columns, cells }: Pick<ClusterState, "rows" | "columns" | "cells">,
  node: string,
  key: DaemonSetKey,
): CellByte | undefined {
  const row = slotOf(rows, node);
  const column = slotOf(columns, key);
  return row === undefined || column === undefined ? undefined : (cells[column]?.at(row) ?? 0);
}

const dense = new WeakMap<readonly unknown[], readonly unknown[]>();

function denseOf<T>(slots: Slots, records: readonly (T | undefined)[]): readonly T[] {
  let list = dense.get(records) as readonly T[] | undefined;
  if (list === undefined) {
    list = sortedSlots(slots).flatMap((slot) => records[slot] ?? []);
    dense.set(records, list);
  }
  return list;
}

/** All nodes, by name; the same list while `nodes` is the same. */
export function nodesOf({ rows, nodes }: Pick<ClusterState, "rows" | "nodes">): readonly NodeRecord[] {
  return denseOf(rows, nodes);
}

/** All DaemonSets, by key; the same list while `daemonSets` is the same. */
export function daemonSetsOf({ columns, daemonSets }: Pick<ClusterState, "columns" | "daemonSets">): readonly DaemonSetRecord[] {
  return denseOf(columns, daemonSets);
}
