import type { CellShape } from "./cell-shapes.ts";

/** Groups of one shelf, `from` up to but without `to`, with so many rows of cells each. */
export interface Shelf {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

/** What packing asks of a shelf, CSS pixels. */
interface ShelfRoom {
  readonly width: number;
  readonly groupGap: number;
  /** Above and below the cells of a shelf. */
  readonly around: number;
  readonly leastRows: number;
}

/** Shelves with as many rows as each needs, in the given order of groups, so that all of them together are as low as can be. `heads`: the least width of each group.
 *  Pure. O(groups × groups on a shelf × log nodes). */
export function packedShelves(counts: readonly number[], heads: readonly number[], cell: CellShape, room: ShelfRoom): readonly Shelf[] {
  const widthOf = (group: number, rows: number) => Math.max(Math.ceil((counts[group] ?? 0) / rows) * cell.pitchX, heads[group] ?? 0);
  const fits = (from: number, to: number, rows: number): boolean => {
    let width = -room.groupGap;
    for (let group = from; group < to && width <= room.width; group++) width += widthOf(group, rows) + room.groupGap;
    return width <= room.width;
  };
  /** The least rows with which the groups stand beside each other; undefined where their headings alone are too wide. */
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
  const best: { readonly height: number; readonly shelf: Shelf | undefined }[] = [{ height: 0, shelf: undefined }];
  for (let to = 1; to <= counts.length; to++) {
    let least: { readonly height: number; readonly shelf: Shelf } | undefined;
    for (let from = to - 1; from >= 0; from--) {
      const rows = rowsFor(from, to) ?? (from === to - 1 ? Math.max(room.leastRows, counts[from] ?? 0) : undefined);
      if (rows === undefined) break;
      const height = (best[from]?.height ?? 0) + room.around + rows * cell.pitchY;
      if (least === undefined || height < least.height) least = { height, shelf: { from, to, rows } };
    }
    if (least !== undefined) best.push(least);
  }
  const shelves: Shelf[] = [];
  for (let shelf = best[counts.length]?.shelf; shelf !== undefined; shelf = best[shelf.from]?.shelf) shelves.unshift(shelf);
  return shelves;
}
