import { type CellByte, hasFlag, withoutFlags } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { type RowIds, rowIdOf, sortedRowIds } from "@daemonscope/shared/state/row-ids";
import { unionOfRows } from "@daemonscope/shared/state/union-of-rows";
import { severityOf } from "../cell/severity.ts";
import type { ViewReducer } from "../computed/view-reducer.ts";
import { countLanes, type Lanes, tallyOf } from "./count-lanes.ts";
import { isUnboundedLane } from "./flow-lanes.ts";
import { type ByLane, byLane, LANES, laneOf } from "./lanes.ts";

/** The nodes of one DaemonSet in their lanes: a lane is a stage of a rollout on a node (`LANES`). */
export interface LaneAssignment {
  /** -1 if the DaemonSet does not exist. */
  readonly column: number;
  /** Cells by row. */
  readonly bytes: Uint8Array;
  /** Node names by row. */
  readonly names: readonly (string | undefined)[];
  readonly lanes: Lanes;
  /** Rows of each lane in drawing order, the worst first. In an unbounded lane (`old`,
   *  `available`), new rows follow the existing ones. */
  readonly rows: ByLane<readonly number[]>;
  /** The largest count of each lane while `of` was the current revision. */
  readonly peaks: { readonly of: string; readonly counts: ByLane<number> };
}

const NO_BYTES = new Uint8Array(0);

/** Returns the rank inside a lane: by severity, and unready nodes first among equals. */
function rankInLane(byte: CellByte): number {
  return severityOf(withoutFlags(byte)) * 2 + (hasFlag(byte, "nodeUnready") ? 0 : 1);
}

const RANKS = Uint8Array.from({ length: 256 }, (_, byte) => rankInLane(byte));
const LANE_OF = Array.from({ length: 256 }, (_, byte) => laneOf(byte));

interface Cells {
  readonly bytes: Uint8Array;
  readonly slots: RowIds;
}

/** From this count on, rows are picked from all sorted names instead of being sorted. */
const PICKED_FROM = 512;

/** Sorts rows by rank, then by name, so that equal input gives an equal order. */
function sortRows(rows: readonly number[], cells: Cells): readonly number[] {
  if (rows.length >= PICKED_FROM) return sortByPicking(rows, cells);
  const { bytes, slots } = cells;
  const rank = (row: number) => RANKS[bytes[row] ?? 0] ?? 0;
  const name = (row: number) => slots.names[row] ?? "";
  return rows.toSorted((a, b) => rank(a) - rank(b) || compareTexts(name(a), name(b)));
}

/** Sorts by passes over all nodes. Their order by name is cached while no node joins or leaves. O(nodes). */
function sortByPicking(rows: readonly number[], { bytes, slots }: Cells): readonly number[] {
  const isPicked = new Uint8Array(slots.names.length);
  for (const row of rows) isPicked[row] = 1;
  const byRank: number[][] = [];
  for (const row of sortedRowIds(slots)) {
    if (isPicked[row] !== 1) continue;
    const rank = RANKS[bytes[row] ?? 0] ?? 0;
    const list = byRank[rank];
    if (list === undefined) byRank[rank] = [row];
    else list.push(row);
  }
  return byRank.flat();
}

function cellsOf({ rows, cells }: ClusterState, column: number): Cells {
  return { bytes: cells[column]?.bytes ?? NO_BYTES, slots: rows };
}

function revisionOf({ daemonSets }: ClusterState, column: number): string {
  return daemonSets[column]?.revisions.find((revision) => revision.current)?.hash ?? "";
}

function peaksOf(before: LaneAssignment["peaks"] | undefined, revision: string, { counts }: Lanes): LaneAssignment["peaks"] {
  if (before?.of !== revision) return { of: revision, counts };
  return LANES.every((lane) => counts[lane] <= before.counts[lane])
    ? before
    : { of: revision, counts: byLane((lane) => Math.max(before.counts[lane], counts[lane])) };
}

function assignmentOf(state: ClusterState, key: DaemonSetKey): LaneAssignment {
  const column = rowIdOf(state.columns, key) ?? -1;
  const cells = cellsOf(state, column);
  const rows = byLane<number[]>(() => []);
  for (const [row, byte] of cells.bytes.entries()) {
    const lane = LANE_OF[byte];
    if (lane !== undefined) rows[lane].push(row);
  }
  const lanes = countLanes(tallyOf(cells.bytes));
  const peaks = peaksOf(undefined, revisionOf(state, column), lanes);
  return { column, bytes: cells.bytes, names: state.rows.names, lanes, rows: byLane((lane) => sortRows(rows[lane], cells)), peaks };
}

/** Returns the tally after the bytes of these rows changed. */
function tallyAfter(before: LaneAssignment, { bytes }: Cells, changed: Iterable<number>): Uint32Array {
  const tally = before.lanes.tally.slice();
  for (const row of changed) {
    const [was, is] = [before.bytes[row] ?? 0, bytes[row] ?? 0];
    tally[was] = (tally[was] ?? 0) - 1;
    tally[is] = (tally[is] ?? 0) + 1;
  }
  return tally;
}

/** Rows that leave and join a lane. */
interface LaneChanges {
  leaving: number;
  readonly joining: number[];
  /** A row that stays in the lane changed its cell. */
  isTouched: boolean;
}

/**
 * Returns the rows of all lanes after a change. All lanes except the unbounded ones are also sorted again if a row only
 * changed its cell. An unchanged lane keeps its array. O(changes), and O(lane) for each changed lane.
 */
function lanesAfter(
  before: LaneAssignment,
  cells: Cells,
  changed: Iterable<number>,
  isFreed: (row: number) => boolean,
): LaneAssignment["rows"] {
  const changes = byLane((): LaneChanges => ({ leaving: 0, joining: [], isTouched: false }));
  const leaves = new Uint8Array(Math.max(before.names.length, cells.slots.names.length));
  for (const row of changed) {
    const was = LANE_OF[before.bytes[row] ?? 0];
    const is = LANE_OF[cells.bytes[row] ?? 0];
    const stays = was === is && !isFreed(row);
    if (stays && is !== undefined) changes[is].isTouched = true;
    if (stays) continue;
    if (was !== undefined) {
      changes[was].leaving++;
      leaves[row] = 1;
    }
    if (is !== undefined) changes[is].joining.push(row);
  }
  return byLane((lane) => {
    const { leaving, joining, isTouched } = changes[lane];
    const rows = before.rows[lane];
    if (leaving === 0 && joining.length === 0 && (isUnboundedLane(lane) || !isTouched)) return rows;
    const stay = leaving === 0 ? rows : rows.filter((row) => leaves[row] !== 1);
    return isUnboundedLane(lane) ? stay.concat(sortRows(joining, cells)) : sortRows(stay.concat(joining), cells);
  });
}

const keepCounts = (lanes: Lanes, { counts }: Lanes): Lanes =>
  LANES.every((lane) => counts[lane] === lanes.counts[lane]) ? { ...lanes, counts } : lanes;

function assignmentAfter(
  before: LaneAssignment,
  state: ClusterState,
  changed: readonly number[],
  isFreed: (row: number) => boolean,
): LaneAssignment {
  const cells = cellsOf(state, before.column);
  const { bytes } = cells;
  const { names } = state.rows;
  // The tally covers existing rows: a new row had byte 0 before, which is in no lane.
  const lanes = changed.length === 0 ? before.lanes : keepCounts(countLanes(tallyAfter(before, cells, changed)), before.lanes);
  const rows = changed.length === 0 ? before.rows : lanesAfter(before, cells, changed, isFreed);
  const peaks = peaksOf(before.peaks, revisionOf(state, before.column), lanes);
  const isSame = lanes === before.lanes && peaks === before.peaks && names === before.names && bytes === before.bytes;
  return isSame ? before : { column: before.column, bytes, names, lanes, rows, peaks };
}

/** Returns a projection of the lanes of a DaemonSet that applies frame effects. */
export function laneAssignments(key: DaemonSetKey): ViewReducer<LaneAssignment> {
  return {
    whole: (state) => assignmentOf(state, key),
    next(before, state, { rows, columns, cells }) {
      const column = rowIdOf(state.columns, key) ?? -1;
      if (column !== before.column || columns.freed.includes(column)) return assignmentOf(state, key);
      const written = unionOfRows(cells.get(column) ?? []);
      if (rows.freed.length === 0) return assignmentAfter(before, state, written, () => false);
      const freed = new Set(rows.freed);
      return assignmentAfter(before, state, [...new Set([...written, ...freed])], (row) => freed.has(row));
    },
  };
}
