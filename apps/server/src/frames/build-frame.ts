import type { ModelChanges } from "@daemonscope/daemonset/model/changes";
import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import { drain } from "@daemonscope/kube/base/drain";
import { SOURCES, type SourceName, type SourceStatus, type SourceStatuses } from "@daemonscope/kube/source-status";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { type CellChanges, type ColumnChanges, cacheCellChanges, encodeCellChanges } from "@daemonscope/shared/codec/cell-changes";
import type { ClusterStateOf } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { allocateRows, type RowIdChanges, type RowIds, rowChangesOf, rowIdOf } from "@daemonscope/shared/state/row-ids";

/** Limits of the nodes and cells of one frame of a first sync. DaemonSet records have no limit. */
export const FIRST_NODES_PART = { mostNodes: 500, mostCells: 5000 };

/** Compares two statuses. A new proof alone is no change: heartbeats carry it. */
const isSameStatus = (a: SourceStatus, b: SourceStatus): boolean =>
  a.state === b.state &&
  a.detail === b.detail &&
  a.readSoFar === b.readSoFar &&
  a.expected === b.expected &&
  isEqualJson(a.leftOut, b.leftOut);

/** Returns the sources whose status changed, each after `dated`; undefined if there are none. */
export function changedSources(
  before: SourceStatuses,
  now: SourceStatuses,
  dated: (status: SourceStatus) => SourceStatus = (status) => status,
): Frame["sources"] {
  const changed = SOURCES.filter((name) => !isSameStatus(before[name], now[name]));
  if (changed.length === 0) return undefined;
  const sources: Partial<Record<SourceName, SourceStatus>> = {};
  for (const name of changed) sources[name] = dated(now[name]);
  return sources;
}

/** Assigns slots: a dropped object frees its slot, a known one keeps it, a new one gets one (F11). If a name is dropped
 *  and put in one change, it belongs to a new object. */
function slotChangesOf<T>(
  slots: RowIds,
  seq: number,
  gone: readonly string[],
  put: readonly T[],
  nameOf: (record: T) => string,
): RowIdChanges<T> | undefined {
  if (gone.length === 0 && put.length === 0) return undefined;
  const goneNames = new Set(gone);
  const knownSlots = put.map((record) => (goneNames.has(nameOf(record)) ? undefined : rowIdOf(slots, nameOf(record))));
  const newSlots = allocateRows(slots, knownSlots.filter((slot) => slot === undefined).length, seq).values();
  return rowChangesOf(
    gone.flatMap((name) => {
      const slot = rowIdOf(slots, name);
      return slot === undefined ? [] : [[slot, seq] as const];
    }),
    put.map((record, at) => [knownSlots[at] ?? newSlots.next().value ?? 0, record] as const),
  );
}

/** Returns a function that maps a name to its slot after `changes`. */
function slotLookupAfter<T>(
  slots: RowIds,
  changes: RowIdChanges<T> | undefined,
  nameOf: (record: T) => string,
): (name: string) => number | undefined {
  if (changes === undefined) return (name) => rowIdOf(slots, name);
  const put = new Map(changes.put?.map(([slot, record]) => [nameOf(record), slot]));
  const freed = new Set(changes.freed?.map(([slot]) => slot));
  return (name) => {
    const newSlot = put.get(name);
    if (newSlot !== undefined) return newSlot;
    const slot = rowIdOf(slots, name);
    return slot === undefined || freed.has(slot) ? undefined : slot;
  };
}

const NO_ROW = -1;

/** The number of cells whose rows one time slice finds. */
const CELLS_PER_SLICE = 20_000;

/** The rows of a frame log by the rows of its model, as found for earlier frames. Each is checked before it is used. */
export type KnownRows = (number | undefined)[];

/** Returns the byte of each changed cell, by column and row. O(cells). `names` checks a known row; undefined if rows
 *  come or go. A lookup by name takes five times as long, which counts if all nodes change in one slice. */
function* cellChangesOf(
  cells: ModelChanges["cells"],
  rowOf: (node: string) => number | undefined,
  columnOf: (key: string) => number | undefined,
  names: RowIds["names"] | undefined,
  knownRows: KnownRows,
): Generator<undefined, CellChanges> {
  const rowByModelRow = names === undefined ? [] : knownRows;
  const columns = new Map<number, ColumnChanges>();
  for (const { daemonSet, nodes, rows: modelRows, bytes } of cells) {
    const column = columnOf(daemonSet);
    if (column === undefined) continue;
    const rows: number[] = [];
    const keptBytes: CellByte[] = [];
    let isAscending = true;
    for (let at = 0; at < nodes.length; at++) {
      const modelRow = modelRows[at] ?? 0;
      const node = nodes[at] ?? "";
      let row = rowByModelRow[modelRow] ?? (names === undefined ? undefined : modelRow);
      if (row === undefined || (names !== undefined && names[row] !== node)) row = rowOf(node) ?? NO_ROW;
      rowByModelRow[modelRow] = row;
      if (row === NO_ROW) continue;
      isAscending &&= row > (rows.at(-1) ?? NO_ROW);
      rows.push(row);
      keptBytes.push(bytes[at] ?? 0);
      if (rows.length % CELLS_PER_SLICE === 0) yield;
    }
    columns.set(column, isAscending ? { rows, bytes: keptBytes } : sortByRow(rows, keptBytes));
  }
  return columns;
}

function sortByRow(rows: readonly number[], bytes: readonly CellByte[]): ColumnChanges {
  const order = [...rows.keys()].sort((a, b) => (rows[a] ?? 0) - (rows[b] ?? 0));
  return { rows: order.map((at) => rows[at] ?? 0), bytes: order.map((at) => bytes[at] ?? 0) };
}

/** Builds the frame after `state` from the model's changes; undefined if nothing changed (F5). O(changes), or O(nodes)
 *  if rows come or go. `knownRows` is the same for all frames of a model. */
export const buildFrame = (...inputs: Parameters<typeof buildFrameInParts>): Frame | undefined => drain(buildFrameInParts(...inputs));

/** Does the same in steps of some milliseconds. *Invariant*: `state` is unchanged until it ends. */
export function* buildFrameInParts(
  state: ClusterStateOf,
  changes: ModelChanges,
  sources: Frame["sources"],
  at: number,
  knownRows: KnownRows = [],
): Generator<undefined, Frame | undefined> {
  const { statusWrites, marks } = changes;
  const seq = state.seq + 1;
  const nameOf = ({ name }: NodeRecord) => name;
  const keyOf = ({ key }: DaemonSetRecord) => key;
  const nodes = slotChangesOf(state.rows, seq, changes.nodesDropped, changes.nodesPut, nameOf);
  const daemonSets = slotChangesOf(state.columns, seq, changes.daemonSetsDropped, changes.daemonSetsPut, keyOf);
  const rowOf = slotLookupAfter(state.rows, nodes, nameOf);
  const columnOf = slotLookupAfter(state.columns, daemonSets, keyOf);
  const cells = yield* cellChangesOf(changes.cells, rowOf, columnOf, nodes === undefined ? state.rows.names : undefined, knownRows);
  const parts = {
    ...(nodes === undefined ? {} : { nodes }),
    ...(daemonSets === undefined ? {} : { daemonSets }),
    ...(cells.size === 0 ? {} : { cells: encodeCellChanges(cells) }),
    ...(sources === undefined ? {} : { sources }),
    ...(statusWrites.length === 0 ? {} : { statusWrites }),
    ...(marks.length === 0 ? {} : { marks }),
  };
  if (Object.keys(parts).length === 0) return undefined;
  return cacheCellChanges({ epoch: state.epoch, seq, at, ...parts }, cells.size === 0 ? undefined : cells);
}
