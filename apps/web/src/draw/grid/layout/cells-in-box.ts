import type { GridScene } from "./grid-scene.ts";

/** A rectangle between two points in any order; CSS pixels of the field. */
export interface DragBox {
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
}

/** Returns the position and size of the rectangle. */
export const placeOfBox = ({ fromX, fromY, toX, toY }: DragBox) => ({
  left: Math.min(fromX, toX),
  top: Math.min(fromY, toY),
  width: Math.abs(toX - fromX),
  height: Math.abs(toY - fromY),
});

/** Returns the names of the nodes whose cells a rectangle touches, in the order of the grid. O(cells). */
export function nodesIn({ places, nodes }: GridScene, box: DragBox): readonly string[] {
  const { left, top, width, height } = placeOfBox(box);
  const { cell } = places.layout;
  const names: string[] = [];
  for (let at = 0; at < places.rows.length; at++) {
    const [x = 0, y = 0] = [places.x[at], places.y[at]];
    const isTouched = x < left + width && x + cell.width > left && y < top + height && y + cell.height > top;
    const name = isTouched ? nodes.cells.records[places.rows[at] ?? 0]?.name : undefined;
    if (name !== undefined) names.push(name);
  }
  return names;
}
