import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetKey, DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import type { SourceStatuses } from "@daemonscope/kube/source-status";
import type { CellColumn } from "./cell-column.ts";
import type { ClusterIdentity } from "./frame.ts";
import { type RowIds, type RowRecords, rowIdOf, sortedRowIds } from "./row-ids.ts";

/**
 * The state at one seq, as server and browser hold it. Immutable: applyFrame returns the next state and reuses
 * unchanged parts. `Nodes` is the storage of the nodes; columnar storage builds a new record for each access.
 */
export interface ClusterState<Nodes extends RowRecords<NodeRecord> = readonly (NodeRecord | undefined)[]> {
  readonly epoch: string;
  readonly seq: number;
  readonly at: number;
  readonly cluster: ClusterIdentity;
  readonly sources: SourceStatuses;
  /** Node names by row. */
  readonly rows: RowIds;
  /** DaemonSet keys by column. */
  readonly columns: RowIds;
  /** By row. */
  readonly nodes: Nodes;
  /** By column. */
  readonly daemonSets: readonly (DaemonSetRecord | undefined)[];
  /** By column: one byte per row, 0 if the row is free; empty if the column is free. */
  readonly cells: readonly CellColumn[];
}

/** A state with any storage of its nodes. */
export type ClusterStateOf = ClusterState<RowRecords<NodeRecord>>;

/**
 * Returns the state with its nodes as an array; the same object if they already are one. O(nodes) for columnar storage.
 */
export function withNodeList(state: ClusterStateOf): ClusterState {
  const { nodes } = state;
  if (Array.isArray(nodes)) return state as ClusterState;
  return { ...state, nodes: Array.from({ length: nodes.length }, (_, row) => nodes.at(row)) };
}

export function nodeNamed({ rows, nodes }: Pick<ClusterStateOf, "rows" | "nodes">, name: string): NodeRecord | undefined {
  const row = rowIdOf(rows, name);
  return row === undefined ? undefined : nodes.at(row);
}

export function daemonSetNamed(
  { columns, daemonSets }: Pick<ClusterState, "columns" | "daemonSets">,
  key: DaemonSetKey,
): DaemonSetRecord | undefined {
  const column = rowIdOf(columns, key);
  return column === undefined ? undefined : daemonSets[column];
}

/** Returns the cell of a node and a DaemonSet by their names; undefined if one of them does not exist. */
export function cellAtPair(
  { rows, columns, cells }: Pick<ClusterState, "rows" | "columns" | "cells">,
  node: string,
  key: DaemonSetKey,
): CellByte | undefined {
  const row = rowIdOf(rows, node);
  const column = rowIdOf(columns, key);
  return row === undefined || column === undefined ? undefined : (cells[column]?.at(row) ?? 0);
}

const sortedRecordLists = new WeakMap<readonly unknown[], readonly unknown[]>();

function sortedRecords<T>(slots: RowIds, records: readonly (T | undefined)[]): readonly T[] {
  let list = sortedRecordLists.get(records) as readonly T[] | undefined;
  if (list === undefined) {
    list = sortedRowIds(slots).flatMap((slot) => records[slot] ?? []);
    sortedRecordLists.set(records, list);
  }
  return list;
}

/** Returns all nodes, sorted by name. The list is cached per `nodes` object. */
export function nodesOf({ rows, nodes }: Pick<ClusterState, "rows" | "nodes">): readonly NodeRecord[] {
  return sortedRecords(rows, nodes);
}

/** Returns all DaemonSets, sorted by key. The list is cached per `daemonSets` object. */
export function daemonSetsOf({ columns, daemonSets }: Pick<ClusterState, "columns" | "daemonSets">): readonly DaemonSetRecord[] {
  return sortedRecords(columns, daemonSets);
}
