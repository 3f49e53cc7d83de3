import { appendTo } from "@daemonscope/kube/base/append-to";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { IncrementalReducer, Versioned } from "../computed/computed.ts";
import { compareGroups, OTHER_VALUES } from "./grouping.ts";
import { type GroupOf, MAX_GROUPS } from "./groupings.ts";
import { type LegendCounts, legendCounts, updateLegendCounts } from "./legend-counts.ts";
import type { NodeCells } from "./node-cells.ts";
import { type NodeGroup, rebuildGroup, sharedByGroup, TallyChanges } from "./node-group.ts";
import { type RowPlacing, rankOf, sortedOrder, stableOrder, UNSORTED } from "./row-order.ts";

/** Nodes in groups, each with a fixed position: a changed cell does not move nodes. */
export interface PlacedNodes extends Versioned {
  readonly cells: NodeCells;
  /** The function stays the same while the same values have separate groups. */
  readonly groupOf: GroupOf;
  readonly groups: readonly NodeGroup[];
  /** The rows of each group. The array stays the same while no node joins, leaves or moves. */
  readonly order: readonly Uint32Array[];
  /** The index of the group by row; NOT_PLACED for a free row. */
  readonly groupAt: Int32Array;
  /** The severity by row at the last sort; UNSORTED for later rows. */
  readonly rankAtSort: Uint8Array;
  /** Number of cells that a new sort would move: their severity changed, or they joined after the last sort. */
  readonly moved: number;
  readonly counts: LegendCounts;
}

export const NOT_PLACED = -1;

const hasMoved = (cells: NodeCells, row: number, rankAtSort: Uint8Array): boolean =>
  cells.records[row] !== undefined && rankAtSort[row] !== rankOf(cells, row);

function indexOfGroups(groups: readonly NodeGroup[], length: number): Int32Array {
  const groupAt = new Int32Array(length).fill(NOT_PLACED);
  for (const [index, { rows }] of groups.entries()) for (let at = 0; at < rows.length; at++) groupAt[rows[at] ?? 0] = index;
  return groupAt;
}

/** Places all nodes: at their positions in `before`, by name, or the worst first. O(nodes × log nodes). */
export function placeNodes(cells: NodeCells, placing: RowPlacing, before?: PlacedNodes): PlacedNodes {
  const order = before === undefined ? sortedOrder(cells, placing) : stableOrder(before, cells, placing);
  const groups = order.groups.map(([name, rows]) => rebuildGroup(cells, name, Uint32Array.from(rows)));
  let moved = 0;
  // Without `before` the rows were sorted just now, so none has moved.
  if (!placing.byName && before !== undefined)
    for (let row = 0; row < cells.bytes.length; row++) if (hasMoved(cells, row, order.rankAtSort)) moved++;
  return {
    at: cells.at,
    since: undefined,
    cells,
    groupOf: order.groupOf,
    groups,
    order: groups.map(({ rows }) => rows),
    groupAt: indexOfGroups(groups, cells.bytes.length),
    rankAtSort: order.rankAtSort,
    moved,
    counts: legendCounts(cells),
  };
}

/** Moves rows to other groups, or removes them. A row that joins a group comes last. */
function moveRows(before: PlacedNodes, cells: NodeCells, moves: ReadonlyMap<number, string | undefined>): readonly NodeGroup[] {
  const remaining = before.groups.map((group) => {
    const rows = group.rows.some((row) => moves.has(row)) ? group.rows.filter((row) => !moves.has(row)) : group.rows;
    return { name: group.name, rows, was: group };
  });
  const joining = new Map<string, number[]>();
  const nameOf = (row: number) => cells.records[row]?.name ?? "";
  for (const [row, group] of moves) if (group !== undefined) appendTo(joining, group, row);
  for (const rows of joining.values()) rows.sort((a, b) => compareTexts(nameOf(a), nameOf(b)));
  const known = new Set(remaining.map(({ name }) => name));
  const all = [
    ...remaining,
    ...[...joining.keys()]
      .filter((name) => !known.has(name))
      .sort(compareGroups)
      .map((name) => ({ name, rows: new Uint32Array(), was: undefined })),
  ];
  return all.flatMap(({ name, rows, was }) => {
    const added = joining.get(name);
    if (added === undefined && rows === was?.rows) return was;
    const after = Uint32Array.from([...rows, ...(added ?? [])]);
    return after.length === 0 ? [] : rebuildGroup(cells, name, after);
  });
}

/**
 * Returns the new groups of changed records; undefined if the node left. A node that replaced another one counts as
 * joined.
 */
function movesOf(before: PlacedNodes, cells: NodeCells, rows: readonly number[]): Map<number, string | undefined> {
  const moves = new Map<number, string | undefined>();
  if (before.cells.records === cells.records) return moves;
  for (const row of rows) {
    const was = before.cells.records[row];
    const is = cells.records[row];
    if (was === is) continue;
    const group = is === undefined ? undefined : before.groupOf(is);
    const index = before.groupAt[row] ?? NOT_PLACED;
    if (was?.name !== is?.name || before.groups[index]?.name !== group) moves.set(row, group);
  }
  return moves;
}

/** Returns the severities of the last sort, resized. Rows with a different node are UNSORTED. */
function ranksAfter(before: PlacedNodes, cells: NodeCells, rows: Iterable<number>): Uint8Array {
  const ranks = new Uint8Array(cells.bytes.length).fill(UNSORTED);
  ranks.set(before.rankAtSort.subarray(0, ranks.length));
  for (const row of rows) if (before.cells.records[row]?.name !== cells.records[row]?.name) ranks[row] = UNSORTED;
  return ranks;
}

/** Updates the tallies of groups. If a record changed, it also updates what the nodes of its group share. */
function updateTallies(groups: readonly NodeGroup[], before: PlacedNodes, cells: NodeCells, rows: readonly number[], groupAt: Int32Array) {
  const changes = new TallyChanges(groups.length);
  const changedGroups = new Set<number>();
  const isSameRecords = before.cells.records === cells.records;
  for (const row of rows) {
    const index = groupAt[row] ?? NOT_PLACED;
    if (index === NOT_PLACED) continue;
    changes.change(index, before.cells.tallyOf(row), cells.tallyOf(row));
    if (!isSameRecords && before.cells.records[row] !== cells.records[row]) changedGroups.add(index);
  }
  return groups.map((group, index) => {
    const after = changes.after(group, index);
    return changedGroups.has(index) ? { ...after, ...sharedByGroup(cells, group.rows) } : after;
  });
}

/** Filters rows whose byte, tally or record changed. */
function changedRows(was: NodeCells, is: NodeCells, rows: readonly number[]): readonly number[] {
  const isSameRecords = was.records === is.records;
  return rows.filter(
    (row) =>
      was.bytes[row] !== is.bytes[row] || was.tallyOf(row) !== is.tallyOf(row) || (!isSameRecords && was.records[row] !== is.records[row]),
  );
}

/** Reports whether the nodes would form more groups than MAX_GROUPS. */
function hasTooManyGroups({ groups }: PlacedNodes, moves: ReadonlyMap<number, string | undefined>): boolean {
  if (groups.length + moves.size <= MAX_GROUPS) return false;
  const names = new Set(groups.map(({ name }) => name));
  // The group of other values takes new values.
  if (names.has(OTHER_VALUES)) return false;
  for (const group of moves.values()) if (group !== undefined) names.add(group);
  return names.size > MAX_GROUPS;
}

/** Applies changed rows. A row may change its position and the tallies of its group. */
export function placeChangedRows(before: PlacedNodes, cells: NodeCells, changed: readonly number[], placing: RowPlacing): PlacedNodes {
  const { byName } = placing;
  const rows = changedRows(before.cells, cells, changed);
  const moves = movesOf(before, cells, rows);
  if (moves.size > 0 && hasTooManyGroups(before, moves)) return placeNodes(cells, placing, before);
  const hasSamePositions = moves.size === 0 && cells.bytes.length === before.groupAt.length;
  const remaining = moves.size === 0 ? before.groups : moveRows(before, cells, moves);
  const groupAt = hasSamePositions ? before.groupAt : indexOfGroups(remaining, cells.bytes.length);
  const rankAtSort = hasSamePositions ? before.rankAtSort : ranksAfter(before, cells, moves.keys());
  // A group that a node joined or left was rebuilt, so its tallies are complete.
  const rebuilt = new Set(remaining.filter((group) => !before.groups.includes(group)));
  const rowsToTally =
    rebuilt.size === 0
      ? rows
      : rows.filter((row) => {
          const group = remaining[groupAt[row] ?? NOT_PLACED];
          return group !== undefined && !rebuilt.has(group);
        });
  const groups = rowsToTally.length === 0 ? remaining : updateTallies(remaining, before, cells, rowsToTally, groupAt);
  let moved = before.moved;
  if (!byName)
    for (const row of rows) moved += Number(hasMoved(cells, row, rankAtSort)) - Number(hasMoved(before.cells, row, before.rankAtSort));
  const counts = updateLegendCounts(before.counts, before.cells, cells, rows);
  const order = hasSamePositions ? before.order : groups.map((group) => group.rows);
  return { at: cells.at, since: cells.since, cells, groupOf: before.groupOf, groups, order, groupAt, rankAtSort, moved, counts };
}

/** Returns a reducer that keeps nodes in place from one cluster state to the next. */
export function placeRows(placing: RowPlacing): IncrementalReducer<NodeCells, PlacedNodes> {
  return {
    whole: (cells, before) => placeNodes(cells, placing, before),
    next: (before, cells, rows) => placeChangedRows(before, cells, rows, placing),
  };
}
