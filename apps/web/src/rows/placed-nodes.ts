import type { Fold, Stamped } from "../cluster/derived.ts";
import { OTHER_VALUES } from "./grouping.ts";
import { type GroupOf, MOST_GROUPS } from "./groupings.ts";
import { countsAfter, type LegendCounts, legendCounts } from "./legend-counts.ts";
import type { NodeCells } from "./node-cells.ts";
import { groupAnew, inCommon, type NodeGroup, TallyChanges } from "./node-group.ts";
import { keptOrder, type Placing, rankOf, sortedOrder, UNSORTED } from "./row-order.ts";

/** Nodes in groups, each in a place that it keeps: a cell that changes moves nobody. */
export interface PlacedNodes extends Stamped {
  readonly cells: NodeCells;
  /** The same function while the same values have groups of their own. */
  readonly groupOf: GroupOf;
  readonly groups: readonly NodeGroup[];
  /** The rows of each group; the same list while nobody came, went or took another place. */
  readonly order: readonly Uint32Array[];
  /** By row, the index of its group; NOWHERE where there is no node. */
  readonly groupAt: Int32Array;
  /** By row, its severity when it was last sorted; UNSORTED for those that came since. */
  readonly rankAtSort: Uint8Array;
  /** Cells that would stand elsewhere after a new sort: their severity is not that of the last sort, or they came since. */
  readonly moved: number;
  readonly counts: LegendCounts;
}

export const NOWHERE = -1;

const hasMoved = (cells: NodeCells, row: number, rankAtSort: Uint8Array): boolean =>
  cells.records[row] !== undefined && rankAtSort[row] !== rankOf(cells, row);

function indexOfGroups(groups: readonly NodeGroup[], length: number): Int32Array {
  const groupAt = new Int32Array(length).fill(NOWHERE);
  for (const [index, { rows }] of groups.entries()) for (let at = 0; at < rows.length; at++) groupAt[rows[at] ?? 0] = index;
  return groupAt;
}

/** Puts all nodes in their places: those of `before`, by name, or the worst first. O(nodes × log nodes). */
export function placeNodes(cells: NodeCells, placing: Placing, before?: PlacedNodes): PlacedNodes {
  const order = before === undefined ? sortedOrder(cells, placing) : keptOrder(before, cells, placing);
  const groups = order.groups.map(([name, rows]) => groupAnew(cells, name, Uint32Array.from(rows)));
  let moved = 0;
  // Those that were sorted just now are where they belong.
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

/** Takes rows to other groups, or away: who comes stands at the end of his group. */
function regrouped(before: PlacedNodes, cells: NodeCells, moves: ReadonlyMap<number, string | undefined>): readonly NodeGroup[] {
  const stay = before.groups.map((group) => {
    const rows = group.rows.some((row) => moves.has(row)) ? group.rows.filter((row) => !moves.has(row)) : group.rows;
    return { name: group.name, rows, was: group };
  });
  const come = new Map<string, number[]>();
  const nameOf = (row: number) => cells.records[row]?.name ?? "";
  for (const [row, group] of moves) if (group !== undefined) come.set(group, [...(come.get(group) ?? []), row]);
  for (const rows of come.values()) rows.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  const known = new Set(stay.map(({ name }) => name));
  const all = [
    ...stay,
    ...[...come.keys()]
      .filter((name) => !known.has(name))
      .sort()
      .map((name) => ({ name, rows: new Uint32Array(), was: undefined })),
  ];
  return all.flatMap(({ name, rows, was }) => {
    const added = come.get(name);
    if (added === undefined && rows === was?.rows) return was;
    const after = Uint32Array.from([...rows, ...(added ?? [])]);
    return after.length === 0 ? [] : groupAnew(cells, name, after);
  });
}

/** The rows of changed records whose group is another now: undefined where the node left. One that took the place of another counts as come. */
function movesOf(before: PlacedNodes, cells: NodeCells, rows: readonly number[]): Map<number, string | undefined> {
  const moves = new Map<number, string | undefined>();
  if (before.cells.records === cells.records) return moves;
  for (const row of rows) {
    const was = before.cells.records[row];
    const is = cells.records[row];
    if (was === is) continue;
    const group = is === undefined ? undefined : before.groupOf(is);
    const index = before.groupAt[row] ?? NOWHERE;
    if (was?.name !== is?.name || before.groups[index]?.name !== group) moves.set(row, group);
  }
  return moves;
}

/** Severities of the last sort for so many rows, with none for the rows whose node is another. */
function ranksAfter(before: PlacedNodes, cells: NodeCells, rows: Iterable<number>): Uint8Array {
  const ranks = new Uint8Array(cells.bytes.length).fill(UNSORTED);
  ranks.set(before.rankAtSort.subarray(0, ranks.length));
  for (const row of rows) if (before.cells.records[row]?.name !== cells.records[row]?.name) ranks[row] = UNSORTED;
  return ranks;
}

/** Groups with what rows in them count as now, and what their nodes have in common now where a record is another. */
function retallied(groups: readonly NodeGroup[], before: PlacedNodes, cells: NodeCells, rows: readonly number[], groupAt: Int32Array) {
  const changes = new TallyChanges(groups.length);
  const others = new Set<number>();
  const isSameRecords = before.cells.records === cells.records;
  for (const row of rows) {
    const index = groupAt[row] ?? NOWHERE;
    if (index === NOWHERE) continue;
    changes.change(index, before.cells.tallyOf(row), cells.tallyOf(row));
    if (!isSameRecords && before.cells.records[row] !== cells.records[row]) others.add(index);
  }
  return groups.map((group, index) => {
    const after = changes.after(group, index);
    return others.has(index) ? { ...after, ...inCommon(cells, group.rows) } : after;
  });
}

/** Of rows that changed, those that stand, count or are drawn by something else here: another byte, tally or record. */
function rowsOfOthers(was: NodeCells, is: NodeCells, rows: readonly number[]): readonly number[] {
  const isSameRecords = was.records === is.records;
  return rows.filter(
    (row) =>
      was.bytes[row] !== is.bytes[row] || was.tallyOf(row) !== is.tallyOf(row) || (!isSameRecords && was.records[row] !== is.records[row]),
  );
}

/** Whether nodes would make more groups than a page has. */
function hasTooManyGroups({ groups }: PlacedNodes, moves: ReadonlyMap<number, string | undefined>): boolean {
  if (groups.length + moves.size <= MOST_GROUPS) return false;
  const names = new Set(groups.map(({ name }) => name));
  // Then new values go into that group.
  if (names.has(OTHER_VALUES)) return false;
  for (const group of moves.values()) if (group !== undefined) names.add(group);
  return names.size > MOST_GROUPS;
}

/** Takes over the rows that changed: each touches its own place and the tallies of its group. */
export function placeChanged(before: PlacedNodes, cells: NodeCells, told: readonly number[], how: Placing): PlacedNodes {
  const { byName } = how;
  const rows = rowsOfOthers(before.cells, cells, told);
  const moves = movesOf(before, cells, rows);
  if (moves.size > 0 && hasTooManyGroups(before, moves)) return placeNodes(cells, how, before);
  const isSameGround = moves.size === 0 && cells.bytes.length === before.groupAt.length;
  const stay = moves.size === 0 ? before.groups : regrouped(before, cells, moves);
  const groupAt = isSameGround ? before.groupAt : indexOfGroups(stay, cells.bytes.length);
  const rankAtSort = isSameGround ? before.rankAtSort : ranksAfter(before, cells, moves.keys());
  // A group that somebody came to or left has counted all its nodes.
  const counted = new Set(stay.filter((group) => !before.groups.includes(group)));
  const others =
    counted.size === 0
      ? rows
      : rows.filter((row) => {
          const group = stay[groupAt[row] ?? NOWHERE];
          return group !== undefined && !counted.has(group);
        });
  const groups = others.length === 0 ? stay : retallied(stay, before, cells, others, groupAt);
  let moved = before.moved;
  if (!byName)
    for (const row of rows) moved += Number(hasMoved(cells, row, rankAtSort)) - Number(hasMoved(before.cells, row, before.rankAtSort));
  const counts = countsAfter(before.counts, before.cells, cells, rows);
  const order = isSameGround ? before.order : groups.map((group) => group.rows);
  return { at: cells.at, since: cells.since, cells, groupOf: before.groupOf, groups, order, groupAt, rankAtSort, moved, counts };
}

/** Keeps nodes in their places from one state of the cluster to the next. */
export function placing(how: Placing): Fold<NodeCells, PlacedNodes> {
  return {
    whole: (cells, before) => placeNodes(cells, how, before),
    next: (before, cells, rows) => placeChanged(before, cells, rows, how),
  };
}
