import type { GridLayout } from "./grid-layout.ts";

/** The cell at a point, counted through all groups; undefined between cells' groups. By arithmetic: cost does not grow with cells.
 *  The gap after a cell belongs to it, so that nothing flickers while the pointer moves. */
export function cellAt(layout: GridLayout, x: number, y: number): number | undefined {
  const place = layout.places.find(
    (each) =>
      x >= each.x && x < each.x + each.columns * layout.pitch && y >= each.cellsTop && y < each.cellsTop + layout.rows * layout.pitch,
  );
  if (place === undefined) return undefined;
  const column = Math.floor((x - place.x) / layout.pitch);
  const row = Math.floor((y - place.cellsTop) / layout.pitch);
  const index = column * layout.rows + row;
  return index < place.count ? (layout.starts[place.index] ?? 0) + index : undefined;
}
