import { rowIdOf } from "@daemonscope/shared/state/row-ids";
import { type CellStyle, cellStyleOf } from "../../../data/cell/cell-style.ts";
import type { Shade } from "../../../data/cell/shade.ts";
import { type GridNode, nodeAt } from "../../../data/rows/node-cells.ts";
import type { PlacedNodes } from "../../../data/rows/placed-nodes.ts";
import type { ReadyFills } from "../ready-fills.ts";
import { cellLeft, cellTop, type GridLayout } from "./grid-layout.ts";

/** Position of each cell, as columns in reading order: group by group, column by column. The same object until a node
 *  joins, leaves or moves. */
export interface GridPositions {
  readonly layout: GridLayout;
  /** Row of the cluster state. */
  readonly rows: Uint32Array;
  /** Index of the group. */
  readonly group: Uint16Array;
  /** Upper left corner, CSS pixels. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The cell by row of the cluster state; -1 if the row has no cell. */
  readonly cellOfRow: Int32Array;
}

/** What the cells show in addition to their bytes. */
export interface SceneOverlay {
  readonly fills: ReadyFills;
  /** Returns the shade that a lens gives the node of a row; undefined under the lens of states. */
  readonly shadeOf: ((row: number) => Shade | undefined) | undefined;
}

/** The input of the grid's drawing, as plain columns. */
export interface GridScene {
  readonly places: GridPositions;
  readonly nodes: PlacedNodes;
  readonly paint: SceneOverlay;
}

/** One cell of a scene, for its texts. */
export interface SceneCell {
  readonly node: GridNode;
  readonly group: number;
  readonly x: number;
  readonly y: number;
  readonly look: CellStyle;
}

export const cellCount = ({ places }: GridScene): number => places.rows.length;

const NO_ROWS = new Uint32Array();

/** Gives each node its position in a layout of its groups. `length`: rows of the cluster state. O(nodes). */
export function gridPositions(layout: GridLayout, order: PlacedNodes["order"], length: number): GridPositions {
  const count = order.reduce((sum, rows) => sum + rows.length, 0);
  const places = {
    layout,
    rows: new Uint32Array(count),
    group: new Uint16Array(count),
    x: new Float64Array(count),
    y: new Float64Array(count),
    cellOfRow: new Int32Array(length).fill(-1),
  };
  let cell = 0;
  for (const place of layout.places) {
    const rows = order[place.index] ?? NO_ROWS;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0;
      places.rows[cell] = row;
      places.group[cell] = place.index;
      places.x[cell] = cellLeft(layout, place, at);
      places.y[cell] = cellTop(layout, place, at);
      places.cellOfRow[row] = cell++;
    }
  }
  return places;
}

/** Returns the cell of a scene by its index. */
export function sceneCell({ places, nodes, paint }: GridScene, at: number): SceneCell | undefined {
  const row = places.rows[at];
  const node = row === undefined ? undefined : nodeAt(nodes.cells, row);
  if (row === undefined || node === undefined) return undefined;
  const group = places.group[at] ?? 0;
  const look = cellStyleOf(node.shown ?? node.byte, node.record, nodes.groups[group]?.sharedTaints, paint.fills.of(node.name));
  const shade = paint.shadeOf?.(row);
  return { node, group, x: places.x[at] ?? 0, y: places.y[at] ?? 0, look: shade === undefined ? look : { ...look, shade } };
}

/** Returns all cells as objects. Only for few cells with separate texts. */
export function sceneCells(scene: GridScene): readonly SceneCell[] {
  return Array.from(scene.places.rows, (_, at) => sceneCell(scene, at)).filter((cell) => cell !== undefined);
}

/** Returns the index of a node's cell by the node's name; -1 if there is none. */
export function cellNamed({ places, nodes }: GridScene, name: string | undefined): number {
  const row = name === undefined ? undefined : rowIdOf(nodes.cells.rows, name);
  return row === undefined ? -1 : (places.cellOfRow[row] ?? -1);
}
