import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { type RowIds, sortedRowIds } from "@daemonscope/shared/state/row-ids";
import type { Versioned } from "../computed/computed.ts";
import { type CellOverlay, shownByte } from "./cell-overlay.ts";

/**
 * All nodes with one byte each, as columns by row of the cluster state. The bytes are the cells of one DaemonSet, or
 * the worst cell of each node. A row without a record is free. Arrays never change in place.
 */
export interface NodeCells extends Versioned {
  readonly rows: RowIds;
  readonly records: readonly (NodeRecord | undefined)[];
  readonly bytes: Uint8Array;
  /** Of the DaemonSet whose cells these are. A change of it changes all cells. */
  readonly overlay?: CellOverlay | undefined;
  /** Returns the properties of a row that its group counts: one bit for each, at most 16. */
  readonly tallyOf: (row: number) => number;
}

/** One node. `row` is its row in the cluster state. */
export interface GridNode {
  readonly name: string;
  readonly row: number;
  readonly byte: CellByte;
  /** The byte that its cell shows, if that can differ. */
  readonly shown?: CellByte;
  readonly record: NodeRecord;
}

type Columns = Pick<NodeCells, "records" | "bytes" | "overlay">;

export function nodeAt({ records, bytes, overlay }: Columns, row: number): GridNode | undefined {
  const record = records[row];
  if (record === undefined) return undefined;
  const byte = bytes[row] ?? 0;
  return { name: record.name, row, byte, record, ...(overlay === undefined ? {} : { shown: shownByte(byte, record, overlay) }) };
}

/** Returns all nodes, sorted by name, for a complete list. */
export function nodesByName(cells: Columns & Pick<NodeCells, "rows">): readonly GridNode[] {
  return sortedRowIds(cells.rows).flatMap((row) => nodeAt(cells, row) ?? []);
}
