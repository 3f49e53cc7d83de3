import { CELL_FLAGS, type CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetKey, NodeRecord } from "@daemonscope/daemonset/records/records";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { FrameEffect } from "@daemonscope/shared/state/frame-effect";
import { type RowIds, sortedRowIds } from "@daemonscope/shared/state/row-ids";
import { unionOfRows } from "@daemonscope/shared/state/union-of-rows";
import { severityOf, severityWeight } from "../cell/severity.ts";
import { initialVersionStamp, nextVersionStamp, type Versioned } from "../computed/computed.ts";
import type { ViewReducer } from "../computed/view-reducer.ts";
import { affectedRows } from "../rows/daemonset-cells.ts";
import type { NodeCells } from "../rows/node-cells.ts";
import { AGENT_TALLY, isMissingAgent, MISSING, UNKNOWN, WANTED } from "./agent-tally.ts";
import { type NodeTotals, totalsAfter, totalsOf } from "./node-totals.ts";
import { MAX_COLUMNS, recountAll } from "./recount-all.ts";

/** All nodes: the byte of each is the worst of its cells over all DaemonSets, and `lacks` counts the agents that it
 *  lacks. */
export interface NodeStates extends NodeCells {
  readonly columns: RowIds;
  /** The cells from which this was computed, by column. */
  readonly cells: ClusterState["cells"];
  /** Number of DaemonSets that want a pod on the node, by row. */
  readonly wants: Uint16Array;
  /** Number of `wants` without a ready, non-terminating pod. Excludes those in `unknown`. */
  readonly lacks: Uint16Array;
  /** Number of `wants` whose pods were not read. */
  readonly unknown: Uint16Array;
  readonly totals: NodeTotals;
}

type Counted = Pick<NodeStates, "wants" | "lacks" | "unknown"> & { readonly bytes: Uint8Array };

const NO_CELLS = new Uint8Array();

/** Counts the agents of the node of a row and finds the worst cell. `lists`: its cells, by DaemonSet. O(DaemonSets). */
function countRow(lists: readonly Uint8Array[], record: NodeRecord | undefined, row: number, into: Counted): void {
  let worst = 0;
  let worstRank = severityOf(0);
  let wanted = 0;
  let lacking = 0;
  let unread = 0;
  for (let at = 0; at < lists.length; at++) {
    const byte = lists[at]?.[row] ?? 0;
    const tally = AGENT_TALLY[byte] ?? 0;
    if ((tally & WANTED) !== 0) wanted++;
    if ((tally & MISSING) !== 0) lacking++;
    if ((tally & UNKNOWN) !== 0) unread++;
    const rank = severityOf(byte);
    if (rank >= worstRank) continue;
    worst = byte;
    worstRank = rank;
  }
  into.bytes[row] = record === undefined ? 0 : (worst & ~CELL_FLAGS.nodeUnready) | (record.ready === "True" ? 0 : CELL_FLAGS.nodeUnready);
  into.wants[row] = wanted;
  into.lacks[row] = lacking;
  into.unknown[row] = unread;
}

const NOTHING = 0;

/** Applies the changed cells to the previous counts of their nodes. Returns the rows that must be counted again: nodes
 *  that joined, left or changed, and nodes whose worst cell improved or is one of equals. O(changes). */
function recount(before: NodeStates, { cells, nodes }: ClusterState, effect: FrameEffect, into: Counted): readonly number[] {
  const isWhole = new Uint8Array(nodes.length);
  const whole: number[] = [];
  const countWhole = (row: number) => {
    if (isWhole[row] === 1) return;
    isWhole[row] = 1;
    whole.push(row);
  };
  for (const row of effect.rows.freed) countWhole(row);
  for (const row of effect.rows.put) countWhole(row);
  const { bytes, wants, lacks, unknown } = into;
  for (const [column, lists] of effect.cells) {
    const rows = unionOfRows(lists);
    // Read the earlier column first: this read may move its bytes.
    const oldBytes = before.cells[column]?.now ?? NO_CELLS;
    const newBytes = cells[column]?.now ?? NO_CELLS;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0;
      const was = oldBytes[row] ?? 0;
      const is = newBytes[row] ?? 0;
      if (was === is || isWhole[row] === 1) continue;
      const tallyBefore = AGENT_TALLY[was] ?? NOTHING;
      const tallyAfter = AGENT_TALLY[is] ?? NOTHING;
      if (tallyBefore !== tallyAfter) {
        wants[row] = (wants[row] ?? 0) + (tallyAfter & WANTED) - (tallyBefore & WANTED);
        lacks[row] = (lacks[row] ?? 0) + ((tallyAfter & MISSING) - (tallyBefore & MISSING)) / MISSING;
        unknown[row] = (unknown[row] ?? 0) + ((tallyAfter & UNKNOWN) - (tallyBefore & UNKNOWN)) / UNKNOWN;
      }
      const worst = bytes[row] ?? 0;
      const rank = severityOf(worst);
      // The flag of a NotReady node may hide how severe its worst cell is.
      if (severityOf(worst & ~CELL_FLAGS.nodeUnready) !== rank) countWhole(row);
      else if (severityOf(is) < rank) bytes[row] = (is & ~CELL_FLAGS.nodeUnready) | (worst & CELL_FLAGS.nodeUnready);
      else if (severityOf(was) <= rank || severityOf(is) === rank) countWhole(row);
    }
  }
  return whole;
}

const cellsByName = ({ columns, cells }: Pick<ClusterState, "columns" | "cells">): readonly Uint8Array[] =>
  sortedRowIds(columns).map((column) => cells[column]?.now ?? NO_CELLS);

function resized<T extends Uint8Array | Uint16Array>(source: T, empty: T): T {
  empty.set(source.subarray(0, empty.length));
  return empty;
}

type StatesWithoutTotals = Omit<NodeStates, "totals">;

function statesOf(state: ClusterState, stamp: Versioned, counted: Counted): StatesWithoutTotals {
  const { lacks, unknown } = counted;
  return {
    ...stamp,
    ...counted,
    rows: state.rows,
    records: state.nodes,
    columns: state.columns,
    cells: state.cells,
    tallyOf: (row) => ((lacks[row] ?? 0) > 0 ? 1 : 0) | ((unknown[row] ?? 0) > 0 ? 2 : 0),
  };
}

/** Share of changed cells from which a full count costs less. */
const FULL_COUNT_SHARE = 1 / 24;
/** With fewer changed cells, only the changed rows are counted. */
const MIN_FULL_COUNT_CELLS = 4000;

function isFullCountCheaper({ nodes, cells }: ClusterState, effect: FrameEffect): boolean {
  let changed = 0;
  for (const lists of effect.cells.values()) for (const { length } of lists) changed += length;
  return changed >= Math.max(MIN_FULL_COUNT_CELLS, nodes.length * cells.length * FULL_COUNT_SHARE) && cells.length <= MAX_COLUMNS;
}

/** The states of all nodes. From one state to the next it counts only the changed rows, or all rows after many
 *  changes. */
export const NODE_STATES: ViewReducer<NodeStates> = {
  whole: (state) => {
    const length = state.nodes.length;
    const counted = {
      bytes: new Uint8Array(length),
      wants: new Uint16Array(length),
      lacks: new Uint16Array(length),
      unknown: new Uint16Array(length),
    };
    const lists = cellsByName(state);
    for (let row = 0; row < length; row++) countRow(lists, state.nodes[row], row, counted);
    const states = statesOf(state, initialVersionStamp(), counted);
    return { ...states, totals: totalsOf(states) };
  },
  next: (before, state, effect) => {
    if (state.columns.names !== before.columns.names) return NODE_STATES.whole(state, before);
    // Includes rows whose counts are unchanged: readers of their cells must learn that the cells changed.
    const rows = affectedRows(effect, effect.cells.keys());
    if (isFullCountCheaper(state, effect)) {
      const { counted, totals } = recountAll(before, state, effect);
      return { ...statesOf(state, nextVersionStamp(before, rows), counted), totals };
    }
    if (rows.length === 0) return before;
    const length = state.nodes.length;
    const counted = {
      bytes: resized(before.bytes, new Uint8Array(length)),
      wants: resized(before.wants, new Uint16Array(length)),
      lacks: resized(before.lacks, new Uint16Array(length)),
      unknown: resized(before.unknown, new Uint16Array(length)),
    };
    const recounted = recount(before, state, effect, counted);
    const lists = cellsByName(state);
    for (const row of recounted) countRow(lists, state.nodes[row], row, counted);
    const states = statesOf(state, nextVersionStamp(before, rows), counted);
    return { ...states, totals: totalsAfter(before, states, rows, effect) };
  },
};

/** A DaemonSet, and its cell on one node. */
export interface MissingAgent {
  readonly key: DaemonSetKey;
  readonly byte: CellByte;
}

/** Returns the cells of the node of a row, by DaemonSet. */
function agentsOf({ columns, cells }: Pick<NodeStates, "columns" | "cells">, row: number): readonly MissingAgent[] {
  return sortedRowIds(columns).map((column) => ({ key: columns.names[column] ?? "", byte: cells[column]?.at(row) ?? 0 }));
}

/** Returns the agents that a node lacks, the worst first. */
export function missingAgents(states: NodeStates, row: number): readonly MissingAgent[] {
  return agentsOf(states, row)
    .filter(({ byte }) => isMissingAgent(byte))
    .sort((a, b) => severityOf(a.byte) - severityOf(b.byte) || compareTexts(a.key, b.key));
}

const isResting = (byte: CellByte): boolean => severityWeight(byte) === 0;

/** Returns the worst cell of a node that is not in a normal state, and its DaemonSet; undefined if all are normal.
 *  `matters`: keeps the cells that count. */
export function worstAgent(
  states: NodeStates,
  row: number,
  matters: (agent: MissingAgent) => boolean = () => true,
): MissingAgent | undefined {
  // `bytes` has the worst cell of each node.
  if (isResting(states.bytes[row] ?? 0)) return undefined;
  let worst: MissingAgent | undefined;
  for (const agent of agentsOf(states, row)) {
    if (!matters(agent)) continue;
    if (isResting(agent.byte) || (worst !== undefined && severityOf(agent.byte) >= severityOf(worst.byte))) continue;
    worst = agent;
  }
  return worst;
}
