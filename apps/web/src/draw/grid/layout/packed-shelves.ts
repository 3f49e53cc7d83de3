import type { CellShape } from "../cell-shapes.ts";

/** A line of groups: groups `from` up to but without `to`, with `rows` rows of cells each. */
export interface GroupLine {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

/** Constraints of a line of groups, CSS pixels. */
interface GroupLineRoom {
  readonly width: number;
  readonly groupGap: number;
  /** Space above and below the cells of a line. */
  readonly around: number;
  readonly leastRows: number;
}

/** Returns lines of groups in the given order, each with as many rows as it needs, so that the total height is minimal.
 *  `heads`: the least width of each group. Pure. O(groups × groups in a line × log nodes). */
export function packedGroupLines(
  counts: readonly number[],
  heads: readonly number[],
  cell: CellShape,
  room: GroupLineRoom,
): readonly GroupLine[] {
  const widthOf = (group: number, rows: number) => Math.max(Math.ceil((counts[group] ?? 0) / rows) * cell.pitchX, heads[group] ?? 0);
  const fits = (from: number, to: number, rows: number): boolean => {
    let width = -room.groupGap;
    for (let group = from; group < to && width <= room.width; group++) width += widthOf(group, rows) + room.groupGap;
    return width <= room.width;
  };
  /** Returns the fewest rows with which the groups fit in one line; undefined if their headings alone are too wide. */
  const rowsFor = (from: number, to: number): number | undefined => {
    let high = Math.max(room.leastRows, ...counts.slice(from, to));
    if (!fits(from, to, high)) return undefined;
    let low = room.leastRows;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if (fits(from, to, middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const best: { readonly height: number; readonly line: GroupLine | undefined }[] = [{ height: 0, line: undefined }];
  for (let to = 1; to <= counts.length; to++) {
    let least: { readonly height: number; readonly line: GroupLine } | undefined;
    for (let from = to - 1; from >= 0; from--) {
      const rows = rowsFor(from, to) ?? (from === to - 1 ? Math.max(room.leastRows, counts[from] ?? 0) : undefined);
      if (rows === undefined) break;
      const height = (best[from]?.height ?? 0) + room.around + rows * cell.pitchY;
      if (least === undefined || height < least.height) least = { height, line: { from, to, rows } };
    }
    if (least !== undefined) best.push(least);
  }
  const lines: GroupLine[] = [];
  for (let line = best[counts.length]?.line; line !== undefined; line = best[line.from]?.line) lines.unshift(line);
  return lines;
}
