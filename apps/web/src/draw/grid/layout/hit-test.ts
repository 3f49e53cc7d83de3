import type { PointerEvent } from "react";
import { pointIn } from "../../cell/point-in.ts";
import type { GridLayout, GroupPlace } from "./grid-layout.ts";

/** Counts a cell of a group through all groups; undefined after the last cell of the group. */
const indexOf = ({ starts }: GridLayout, place: GroupPlace, index: number): number | undefined =>
  index < place.count ? (starts[place.index] ?? 0) + index : undefined;

/** Returns the index of the cell at a point, counted through all groups; undefined outside the cells. By arithmetic:
 *  the cost does not grow with cells. The gap after a cell belongs to it, so that nothing flickers while the pointer
 *  moves. */
export function cellAt(layout: GridLayout, x: number, y: number): number | undefined {
  const { cell, flow } = layout;
  // Words next to a cell are higher than the cell, which is in their middle.
  const inset = flow === undefined ? 0 : (cell.pitchY - cell.height) / 2;
  const place = layout.places.find(
    (each) =>
      x >= each.x &&
      x < each.x + each.columns * cell.pitchX &&
      y >= each.cellsTop - inset &&
      y < each.cellsTop - inset + each.rows * cell.pitchY,
  );
  if (place === undefined) return undefined;
  const column = Math.floor((x - place.x) / cell.pitchX);
  const row = Math.floor((y - place.cellsTop + inset) / cell.pitchY);
  if (flow !== undefined) return indexOf(layout, place, row * place.columns + column);
  const index = column * place.rows + row;
  return indexOf(layout, place, index);
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
