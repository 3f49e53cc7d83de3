import type { PointerEvent } from "react";
import { pointIn } from "../../cell/point-in.ts";
import type { GridLayout } from "./grid-layout.ts";

/** Returns the index of the cell at a point, counted through all groups; undefined outside the cells. By arithmetic:
 *  the cost does not grow with cells. The gap after a cell belongs to it, so that nothing flickers while the pointer
 *  moves. */
export function cellAt(layout: GridLayout, x: number, y: number): number | undefined {
  const place = layout.places.find(
    (each) =>
      x >= each.x &&
      x < each.x + each.columns * layout.cell.pitchX &&
      y >= each.cellsTop &&
      y < each.cellsTop + each.rows * layout.cell.pitchY,
  );
  if (place === undefined) return undefined;
  const column = Math.floor((x - place.x) / layout.cell.pitchX);
  const row = Math.floor((y - place.cellsTop) / layout.cell.pitchY);
  const index = column * place.rows + row;
  return index < place.count ? (layout.starts[place.index] ?? 0) + index : undefined;
}

/** A finger covers its target: a touch also tests points this many pixels above and to the left. */
const TOUCH_REACH = 12;

/** Returns the index of the cell under a pointer; undefined if there is none. */
export function cellUnder(layout: GridLayout, event: PointerEvent): number | undefined {
  const { x, y } = pointIn(event);
  const hit = cellAt(layout, x, y);
  if (hit !== undefined || event.pointerType !== "touch") return hit;
  return cellAt(layout, x, y - TOUCH_REACH) ?? cellAt(layout, x - TOUCH_REACH, y);
}
