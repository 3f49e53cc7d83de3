import type { GridLayout } from "./grid-layout.ts";

/** The cell at a point, counted through all groups; undefined between cells' groups. By arithmetic: cost does not grow with cells.
 *  The gap after a cell belongs to it, so that nothing flickers while the pointer moves. */
export function cellAt(layout: GridLayout, x: number, y: number): number | undefined {
  const place = layout.places.find(
    (each) =>
      x >= each.x && x < each.x + each.columns * layout.pitchX && y >= each.cellsTop && y < each.cellsTop + each.rows * layout.pitchY,
  );
  if (place === undefined) return undefined;
  const column = Math.floor((x - place.x) / layout.pitchX);
  const row = Math.floor((y - place.cellsTop) / layout.pitchY);
  const index = column * place.rows + row;
  return index < place.count ? (layout.starts[place.index] ?? 0) + index : undefined;
}
