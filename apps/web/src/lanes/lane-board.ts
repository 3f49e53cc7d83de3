import { type CellByte, cellState, hasFlag } from "@daemonscope/daemonset/cell/cell";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { slotOf } from "@daemonscope/shared/slots";
import { severityOfState } from "../cell/severity.ts";
import type { Projection } from "../cluster/projection.ts";
import { countLanes, type Lanes, tallyOf } from "./count-lanes.ts";
import { isTank } from "./flow-lanes.ts";
import { type ByLane, byLane, LANES, type LaneId, laneOf } from "./lanes.ts";

/** The nodes of one DaemonSet in their lanes. */
export interface LaneBoard {
  /** -1: there is no such DaemonSet. */
  readonly column: number;
  /** Its cells by row. */
  readonly bytes: Uint8Array;
  /** Node names by row. */
  readonly names: readonly (string | undefined)[];
  readonly lanes: Lanes;
  /** Rows of each lane as they are drawn: the worst first, and in a tank behind those that were there before. */
  readonly rows: ByLane<readonly number[]>;
  /** The most that each lane held while the revision `of` was the current one. */
  readonly peaks: { readonly of: string; readonly counts: ByLane<number> };
}

const NO_BYTES = new Uint8Array(0);

/** Inside a lane the worst come first, then unready nodes. */
function rankInLane(byte: CellByte): number {
  return severityOfState(cellState(byte)) * 2 + (hasFlag(byte, "nodeUnready") ? 0 : 1);
}

const RANKS = Uint8Array.from({ length: 256 }, (_, byte) => rankInLane(byte));
const LANE_OF = Array.from({ length: 256 }, (_, byte) => laneOf(byte));

type Cells = Pick<LaneBoard, "bytes" | "names">;

/** Equal input gives equal places: of equals, the name decides. */
function inOrder(rows: readonly number[], { bytes, names }: Cells): readonly number[] {
  const rank = (row: number) => RANKS[bytes[row] ?? 0] ?? 0;
  const name = (row: number) => names[row] ?? "";
  return rows.toSorted((a, b) => rank(a) - rank(b) || (name(a) < name(b) ? -1 : 1));
}

function cellsOf({ rows, cells }: ClusterState, column: number): Cells {
  return { bytes: cells[column] ?? NO_BYTES, names: rows.names };
}

function revisionOf({ daemonSets }: ClusterState, column: number): string {
  return daemonSets[column]?.revisions.find((revision) => revision.current)?.hash ?? "";
}

function peaksOf(before: LaneBoard["peaks"] | undefined, of: string, { counts }: Lanes): LaneBoard["peaks"] {
  if (before?.of !== of) return { of, counts };
  return LANES.every((lane) => counts[lane] <= before.counts[lane])
    ? before
    : { of, counts: byLane((lane) => Math.max(before.counts[lane], counts[lane])) };
}

function boardOf(state: ClusterState, key: DaemonSetKey): LaneBoard {
  const column = slotOf(state.columns, key) ?? -1;
  const cells = cellsOf(state, column);
  const rows = byLane<number[]>(() => []);
  for (const [row, byte] of cells.bytes.entries()) {
    const lane = LANE_OF[byte];
    if (lane !== undefined) rows[lane].push(row);
  }
  const lanes = countLanes(tallyOf(cells.bytes));
  const peaks = peaksOf(undefined, revisionOf(state, column), lanes);
  return { column, ...cells, lanes, rows: byLane((lane) => inOrder(rows[lane], cells)), peaks };
}

/** The tally after the bytes of these rows changed. */
function tallyAfter(before: LaneBoard, { bytes }: Cells, changed: Iterable<number>): Uint32Array {
  const tally = before.lanes.tally.slice();
  for (const row of changed) {
    const [was, is] = [before.bytes[row] ?? 0, bytes[row] ?? 0];
    tally[was] = (tally[was] ?? 0) - 1;
    tally[is] = (tally[is] ?? 0) + 1;
  }
  return tally;
}

/** The rows of one lane after some left and came; of the tray also where one only looks otherwise. The same list where nothing changed. O(lane). */
function laneAfter(
  before: LaneBoard,
  cells: Cells,
  lane: LaneId,
  changed: ReadonlySet<number>,
  isAnew: (row: number) => boolean,
): readonly number[] {
  const laneBefore = (row: number) => LANE_OF[before.bytes[row] ?? 0];
  const laneNow = (row: number) => LANE_OF[cells.bytes[row] ?? 0];
  const touched = [...changed].filter((row) => laneBefore(row) === lane || laneNow(row) === lane);
  if (touched.length === 0) return before.rows[lane];
  const leaves = new Set(touched.filter((row) => laneBefore(row) === lane && (laneNow(row) !== lane || isAnew(row))));
  const came = touched.filter((row) => laneNow(row) === lane && (laneBefore(row) !== lane || isAnew(row)));
  const stay = leaves.size === 0 ? before.rows[lane] : before.rows[lane].filter((row) => !leaves.has(row));
  return isTank(lane) ? [...stay, ...inOrder(came, cells)] : inOrder([...stay, ...came], cells);
}

const keepCounts = (lanes: Lanes, { counts }: Lanes): Lanes =>
  LANES.every((lane) => counts[lane] === lanes.counts[lane]) ? { ...lanes, counts } : lanes;

function boardAfter(before: LaneBoard, state: ClusterState, changed: ReadonlySet<number>, isAnew: (row: number) => boolean): LaneBoard {
  const cells = cellsOf(state, before.column);
  // Tallies are of rows that are there: a row that is new had byte 0, which is in no lane.
  const lanes = changed.size === 0 ? before.lanes : keepCounts(countLanes(tallyAfter(before, cells, changed)), before.lanes);
  const rows = changed.size === 0 ? before.rows : byLane((lane) => laneAfter(before, cells, lane, changed, isAnew));
  const peaks = peaksOf(before.peaks, revisionOf(state, before.column), lanes);
  const isSame = lanes === before.lanes && peaks === before.peaks && cells.names === before.names && cells.bytes === before.bytes;
  return isSame ? before : { column: before.column, ...cells, lanes, rows, peaks };
}

/** The lanes of a DaemonSet, followed by effects. */
export function laneBoards(key: DaemonSetKey): Projection<LaneBoard> {
  return {
    whole: (state) => boardOf(state, key),
    next(before, state, { rows, columns, cells }) {
      const column = slotOf(state.columns, key) ?? -1;
      if (column !== before.column || columns.freed.includes(column)) return boardOf(state, key);
      const freed = new Set(rows.freed);
      return boardAfter(before, state, new Set([...(cells.get(column) ?? []), ...freed]), (row) => freed.has(row));
    },
  };
}
