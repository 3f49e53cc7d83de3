import { cellState, hasFlag } from "@daemonscope/daemonset/pair/cell/cell";
import { appendTo } from "@daemonscope/kube/base/append-to";
import { sortedRowIds } from "@daemonscope/shared/state/row-ids";
import { severityOf } from "../cell/severity.ts";
import { compareGroups, type Grouping } from "./grouping.ts";
import { type GroupOf, groupsOver } from "./groupings.ts";
import type { NodeCells } from "./node-cells.ts";
import type { NodeGroup } from "./node-group.ts";

export interface RowPlacing {
  readonly grouping: Grouping;
  /** Groups list their nodes by name instead of the worst first. */
  readonly byName: boolean;
}

/** Placed nodes, as of the last sort. */
interface Placed {
  readonly cells: NodeCells;
  readonly groups: readonly NodeGroup[];
  readonly rankAtSort: Uint8Array;
}

/** The rank of a node that joined after the last sort. */
export const UNSORTED = 255;

/** Returns the rank of a row, the worst first: by variant, then nodes that are not Ready, then cordoned nodes. */
export function rankOf({ bytes, records }: NodeCells, row: number): number {
  const byte = bytes[row] ?? 0;
  return severityOf(byte) * 4 + (hasFlag(byte, "nodeUnready") ? 0 : 2) + (records[row]?.unschedulable === true ? 0 : 1);
}

/** Returns the rows of each group, sorted by node name. */
function membersOf(cells: NodeCells, groupOf: GroupOf): Map<string, number[]> {
  const members = new Map<string, number[]>();
  for (const row of sortedRowIds(cells.rows)) {
    const record = cells.records[row];
    if (record === undefined) continue;
    const group = groupOf(record);
    appendTo(members, group, row);
  }
  return members;
}

/** Groups in order, each with its ordered rows. */
interface GridOrder {
  readonly groupOf: GroupOf;
  readonly groups: readonly (readonly [name: string, rows: readonly number[]])[];
  readonly rankAtSort: Uint8Array;
}

/** Sorts rows by rank. Ranks are few, and the sort is stable. O(rows). */
function byRank(rows: readonly number[], rank: (row: number) => number): readonly number[] {
  const lists: number[][] = [];
  for (const row of rows) {
    const at = rank(row);
    const list = lists[at];
    if (list === undefined) lists[at] = [row];
    else list.push(row);
  }
  return lists.flat();
}

/** Returns a new order: groups by name, as on every other page, and then those without a wanted pod. In each group the
 *  worst cell is first, or nodes are by name if `byName`. */
export function sortedOrder(cells: NodeCells, { grouping, byName }: RowPlacing): GridOrder {
  const rankAtSort = new Uint8Array(cells.bytes.length);
  for (let row = 0; row < rankAtSort.length; row++) rankAtSort[row] = rankOf(cells, row);
  const rank = (row: number) => (byName ? 0 : (rankAtSort[row] ?? 0));
  const groupOf = groupsOver(cells.records, grouping);
  const groups = [...membersOf(cells, groupOf)]
    .map(([name, rows]) => [name, byRank(rows, rank)] as const)
    .sort(([a], [b]) => compareGroups(a, b));
  const isWanted = ([, rows]: readonly [string, readonly number[]]): boolean =>
    rows.some((row) => cellState(cells.bytes[row] ?? 0) !== "excluded");
  return { groupOf, groups: [...groups.filter(isWanted), ...groups.filter((group) => !isWanted(group))], rankAtSort };
}

/**
 * Returns the previous order for nodes of the same names. New nodes come last in their group, and new groups last.
 */
export function stableOrder(before: Placed, cells: NodeCells, { grouping }: RowPlacing): GridOrder {
  const positions = new Map<string, number>();
  const ranks = new Map<string, number>();
  for (const group of before.groups)
    for (const row of group.rows) {
      const name = before.cells.records[row]?.name ?? "";
      positions.set(`${group.name}\n${name}`, positions.size);
      ranks.set(name, before.rankAtSort[row] ?? UNSORTED);
    }
  const groupOf = groupsOver(cells.records, grouping);
  const members = membersOf(cells, groupOf);
  const known = new Set(before.groups.map(({ name }) => name));
  const names = [...before.groups.map(({ name }) => name), ...[...members.keys()].filter((name) => !known.has(name)).sort(compareGroups)];
  const positionOf = (group: string, row: number) => positions.get(`${group}\n${cells.records[row]?.name}`) ?? positions.size;
  return {
    groupOf,
    groups: names.flatMap((name) => {
      const rows = members.get(name);
      return rows === undefined ? [] : [[name, rows.sort((a, b) => positionOf(name, a) - positionOf(name, b))] as const];
    }),
    rankAtSort: Uint8Array.from(cells.bytes, (_, row) => ranks.get(cells.records[row]?.name ?? "") ?? UNSORTED),
  };
}
