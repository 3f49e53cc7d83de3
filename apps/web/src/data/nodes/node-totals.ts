import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { CellColumn } from "@daemonscope/shared/state/cell-column";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { FrameEffect } from "@daemonscope/shared/state/frame-effect";
import { unionOfRows } from "@daemonscope/shared/state/union-of-rows";
import type { CellVariant } from "../cell/cell-variant.ts";
import { severityOf, VARIANTS_BY_SEVERITY } from "../cell/severity.ts";
import type { NodeCells } from "../rows/node-cells.ts";
import { isMissingAgent } from "./agent-tally.ts";

/** Totals of all nodes. */
export interface NodeTotals {
  readonly nodes: number;
  /** Nodes that some DaemonSet wants, and those with unread pods. */
  readonly wanted: number;
  readonly unread: number;
  /** Nodes that are not Ready. */
  readonly silent: number;
  /** Number of nodes that lack an agent, by its column. */
  readonly lackedByColumn: Uint32Array;
  /** Number of nodes by column of an agent and severity of its cell variant. */
  readonly figures: Uint32Array;
}

/** Counts of each node, by row; cells by column. */
interface States extends Pick<NodeCells, "records"> {
  readonly wants: Uint16Array;
  readonly unknown: Uint16Array;
  readonly cells: ClusterState["cells"];
}

type Counts = { -readonly [Name in keyof NodeTotals]: NodeTotals[Name] };

/** Adds or subtracts the node of a row, without its cells. */
function addNode(totals: Counts, { records, wants, unknown }: Omit<States, "cells">, row: number, sign: 1 | -1): void {
  const record = records[row];
  if (record === undefined) return;
  totals.nodes += sign;
  if ((wants[row] ?? 0) > 0) totals.wanted += sign;
  if ((unknown[row] ?? 0) > 0) totals.unread += sign;
  if (record.ready !== "True") totals.silent += sign;
}

/** Adds `count` equal cells, or subtracts them if `count` is negative. */
export function addCell(totals: Pick<NodeTotals, "figures" | "lackedByColumn">, column: number, byte: CellByte, count: number): void {
  const at = column * VARIANTS_BY_SEVERITY.length + severityOf(byte);
  totals.figures[at] = (totals.figures[at] ?? 0) + count;
  if (isMissingAgent(byte)) totals.lackedByColumn[column] = (totals.lackedByColumn[column] ?? 0) + count;
}

/** Returns, by byte, how many cells of the first `rows` rows have it. */
function tallyOf(columnBytes: Uint8Array, rows: number): Uint32Array {
  const tally = new Uint32Array(256);
  for (let row = 0; row < rows; row++) {
    const byte = columnBytes[row] ?? 0;
    tally[byte] = (tally[byte] ?? 0) + 1;
  }
  return tally;
}

export function totalsOf(states: States): NodeTotals {
  const totals: Counts = {
    nodes: 0,
    wanted: 0,
    unread: 0,
    silent: 0,
    lackedByColumn: new Uint32Array(states.cells.length),
    figures: new Uint32Array(states.cells.length * VARIANTS_BY_SEVERITY.length),
  };
  const { records, cells } = states;
  for (let row = 0; row < records.length; row++) addNode(totals, states, row, 1);
  const free = records.length - totals.nodes;
  for (const [column, { now }] of cells.entries()) {
    const tally = tallyOf(now, records.length);
    // Cells of free rows are 0.
    tally[0] = (tally[0] ?? 0) - free;
    for (const [byte, count] of tally.entries()) if (count > 0) addCell(totals, column, byte, count);
  }
  return totals;
}

/** Returns the totals after these rows changed, each once; columns are the same. `effect`: the changes. O(changes). */
export function totalsAfter(
  before: States & { readonly totals: NodeTotals },
  states: States,
  rows: readonly number[],
  effect: Pick<FrameEffect, "rows" | "cells">,
): NodeTotals {
  const { lackedByColumn, figures, ...counts } = before.totals;
  const totals: Counts = {
    ...counts,
    lackedByColumn: lackedByColumn.slice(),
    figures: figures.slice(),
  };
  for (const row of rows) {
    addNode(totals, before, row, -1);
    addNode(totals, states, row, 1);
  }
  // A cell counts while its node exists. For nodes that joined, left or replaced others, all cells are counted again.
  const replacedRows = new Set([...effect.rows.freed, ...effect.rows.put]);
  for (const [column, is] of states.cells.entries()) {
    const was = before.cells[column] ?? CellColumn.EMPTY;
    for (const row of replacedRows) {
      if (before.records[row] !== undefined) addCell(totals, column, was.at(row), -1);
      if (states.records[row] !== undefined) addCell(totals, column, is.at(row), 1);
    }
    for (const row of unionOfRows(effect.cells.get(column) ?? [])) {
      const byteBefore = was.at(row);
      const byteAfter = is.at(row);
      if (byteBefore === byteAfter || replacedRows.has(row)) continue;
      addCell(totals, column, byteBefore, -1);
      addCell(totals, column, byteAfter, 1);
    }
  }
  return totals;
}

/** Returns the worst cell variant of an agent on any node; undefined if there is no node. */
export function worstVariantOf({ figures }: NodeTotals, column: number): CellVariant | undefined {
  const start = column * VARIANTS_BY_SEVERITY.length;
  return VARIANTS_BY_SEVERITY.find((_, at) => (figures[start + at] ?? 0) > 0);
}
