import { CELL_FLAGS, type CellByte, cellOf } from "@daemonscope/daemonset/cell/cell";
import type { DaemonSetKey } from "@daemonscope/daemonset/model/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { FIGURES_BY_SEVERITY, figureOf } from "../cell/figure.ts";
import type { GridNode } from "../grid/select-groups.ts";

/** Every node with the worst of its cells over all DaemonSets, and how many agents it lacks. Arrays are by row. */
export interface NodeStates {
  readonly rows: readonly string[];
  readonly columns: readonly DaemonSetKey[];
  /** The bytes that this was made from, row by row: the state's own change in place. */
  readonly cells: Uint8Array;
  /** `byte`: the worst cell of the node. By row; the same objects where nothing changed. */
  readonly nodes: readonly GridNode[];
  /** DaemonSets that want a pod on the node. */
  readonly wants: Uint16Array;
  /** Of them, those without a ready pod that stays. */
  readonly lacks: Uint16Array;
  /** Of them, those whose pods were not read. */
  readonly unknown: Uint16Array;
}

/** Rank of each possible byte, the worst is 0. */
const RANK = Uint8Array.from({ length: 256 }, (_, byte) => {
  const cell = cellOf(byte);
  return FIGURES_BY_SEVERITY.indexOf(figureOf({ state: cell.state, old: cell.oldRevision, terminating: cell.terminating }));
});

const WANTED = 1;
const LACKING = 2;
const UNKNOWN = 4;

function tallyOf(byte: CellByte): number {
  const { state, terminating } = cellOf(byte);
  if (state === "excluded" || state === "misscheduled") return 0;
  if (state === "unknown") return WANTED | UNKNOWN;
  return (state === "available" || state === "ready") && !terminating ? WANTED : WANTED | LACKING;
}
const TALLY = Uint8Array.from({ length: 256 }, (_, byte) => tallyOf(byte));

const RESTS = new Set([FIGURES_BY_SEVERITY.indexOf("available"), FIGURES_BY_SEVERITY.indexOf("excluded")]);

/** Says whether a DaemonSet wants a pod on a node and has no ready one there that stays. */
export const isLacking = (byte: CellByte): boolean => ((TALLY[byte] ?? 0) & LACKING) !== 0;

/** How bad a cell is: lower is worse. */
export const rankOf = (byte: CellByte): number => RANK[byte] ?? 0;

/** The states of all nodes. Rows whose bytes and record are those of `before` are taken from it, and `before` itself where nothing changed: a frame costs one
 *  comparison of the bytes, and work for the rows that changed. */
export function selectNodeStates(state: Pick<ClusterState, "rows" | "columns" | "cells" | "nodes">, before?: NodeStates): NodeStates {
  const { rows, columns, cells } = state;
  const width = columns.length;
  const kept = before?.rows === rows && before.columns === columns ? before : undefined;
  const nodes: GridNode[] = [];
  const wants = kept === undefined ? new Uint16Array(rows.length) : kept.wants.slice();
  const lacks = kept === undefined ? new Uint16Array(rows.length) : kept.lacks.slice();
  const unknown = kept === undefined ? new Uint16Array(rows.length) : kept.unknown.slice();
  let isSame = kept !== undefined;
  for (let row = 0; row < rows.length; row++) {
    const name = rows[row] ?? "";
    const record = state.nodes.get(name);
    if (record === undefined) throw new Error(`row ${row} is of a node that is not there: ${name}`);
    const from = row * width;
    const was = kept?.nodes[row];
    if (kept !== undefined && was?.record === record && isEqualRow(kept.cells, cells, from, width)) {
      nodes.push(was);
      continue;
    }
    isSame = false;
    let worst = 0;
    let worstRank = RANK[0] ?? 0;
    let [wanted, lacking, unread] = [0, 0, 0];
    for (let at = from; at < from + width; at++) {
      const byte = cells[at] ?? 0;
      const tally = TALLY[byte] ?? 0;
      if ((tally & WANTED) !== 0) wanted++;
      if ((tally & LACKING) !== 0) lacking++;
      if ((tally & UNKNOWN) !== 0) unread++;
      const rank = RANK[byte] ?? 0;
      if (rank >= worstRank) continue;
      worst = byte;
      worstRank = rank;
    }
    const byte = (worst & ~CELL_FLAGS.nodeUnready) | (record.ready === "True" ? 0 : CELL_FLAGS.nodeUnready);
    nodes.push(was?.record === record && was.byte === byte ? was : { name, row, byte, record });
    wants[row] = wanted;
    lacks[row] = lacking;
    unknown[row] = unread;
  }
  return isSame && kept !== undefined ? kept : { rows, columns, cells: cells.slice(), nodes, wants, lacks, unknown };
}

function isEqualRow(a: Uint8Array, b: Uint8Array, from: number, width: number): boolean {
  for (let at = from; at < from + width; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** A DaemonSet without a ready pod on a node that it wants. */
export interface LackedAgent {
  readonly key: DaemonSetKey;
  readonly byte: CellByte;
}

/** The agents that a node lacks, the worst first. */
export function lackedAgents({ cells, columns }: NodeStates, row: number): readonly LackedAgent[] {
  return columns
    .map((key, column) => ({ key, byte: cells[row * columns.length + column] ?? 0 }))
    .filter(({ byte }) => isLacking(byte))
    .sort((a, b) => rankOf(a.byte) - rankOf(b.byte) || (a.key < b.key ? -1 : 1));
}

/** What makes a node stand out from one where all is available: its worst cell, and whose it is; undefined when nothing does. */
export function worstAgent({ cells, columns }: NodeStates, row: number): LackedAgent | undefined {
  let worst: LackedAgent | undefined;
  columns.forEach((key, column) => {
    const byte = cells[row * columns.length + column] ?? 0;
    if (RESTS.has(rankOf(byte)) || (worst !== undefined && rankOf(byte) >= rankOf(worst.byte))) return;
    worst = { key, byte };
  });
  return worst;
}
