import { useMemo } from "react";
import type { NodeGroup } from "../../../data/rows/node-group.ts";
import type { PlacedNodes } from "../../../data/rows/placed-nodes.ts";
import { pageZoom } from "../../../ui/viewport/fit-canvas.ts";
import { rootScale } from "../../../ui/viewport/root-scale.ts";
import { type CellShapes, type LargeCellShape, POD_SHAPES } from "../cell-shapes.ts";
import { layoutGrid } from "./grid-layout.ts";
import { type GridScene, gridPositions, type SceneOverlay } from "./grid-scene.ts";
import type { GridSize } from "./grid-size.ts";
import { largeCellFor, layoutLargeCells } from "./plate-layout.ts";

const MIN_HEIGHT = 240;
/** Height of the timeline at the foot of the page, with a margin; CSS pixels at a root of 16 px. */
const DOCK = 64;
const NARROW_WIDTH = 480;
const NARROW_HEIGHT = 460;

/** A taller page has larger cells, if all fit. */
const TALL_FROM = 1000;

/** Scales a cell with the root. Its pitch is scaled with its words. */
const scaledCell = (plate: LargeCellShape, scale: number): LargeCellShape => ({
  ...plate,
  width: Math.round(plate.width * scale),
  height: Math.round(plate.height * scale),
});

interface SceneRoom {
  /** Free space below the grid, CSS pixels. Default: the timeline. */
  readonly below?: number;
  /** Height on a narrow page, which is read by scrolling. */
  readonly narrowHeight?: number;
  /** Shapes of a cell. Pass the same object while they are unchanged, because the layout depends on its identity. */
  readonly shapes?: CellShapes;
  /** Width of the longest words next to a cell, CSS pixels. */
  readonly wordsWidth?: number;
  /** Lines of labels under each name. */
  readonly labels?: number;
}

/** Returns the scene for a width. Its places are the same object while the order of the nodes and the layout (size,
 *  width, headings, shapes, labels) are unchanged. `headWidthOf`: width that a heading needs, CSS pixels. */
export function useGridScene(
  nodes: PlacedNodes,
  size: GridSize,
  box: { readonly width: number; readonly top: number },
  headWidthOf: (group: NodeGroup) => number,
  paint: SceneOverlay,
  { below, narrowHeight = NARROW_HEIGHT, shapes = POD_SHAPES, wordsWidth = 0, labels = 0 }: SceneRoom = {},
): GridScene {
  const { order, cells } = nodes;
  const heads = nodes.groups.map(headWidthOf).join(",");
  const isNarrow = box.width < NARROW_WIDTH;
  const height = isNarrow ? narrowHeight : Math.max(MIN_HEIGHT, window.innerHeight / pageZoom() - box.top - (below ?? DOCK * rootScale()));
  const scale = rootScale();
  const isTall = window.innerHeight / pageZoom() / scale > TALL_FROM;
  const layout = useMemo(() => {
    const counts = order.map(({ length }) => length);
    if (size === "names") {
      const layoutOf = (plate: LargeCellShape) =>
        layoutLargeCells(counts, box.width, largeCellFor(plate, wordsWidth, undefined, labels, scale), scale);
      const tall = isTall && shapes.tallPlate !== undefined ? layoutOf(scaledCell(shapes.tallPlate, scale)) : undefined;
      return tall !== undefined && tall.height <= height ? tall : layoutOf(shapes.plate);
    }
    const widths = heads === "" ? [] : heads.split(",").map(Number);
    return layoutGrid(counts, widths, box.width, height, size === "10" ? shapes.ten : "fit", shapes.fit, scale);
  }, [order, heads, size, box.width, height, shapes, wordsWidth, labels, scale, isTall]);
  const length = cells.bytes.length;
  const places = useMemo(() => gridPositions(layout, order, length), [layout, order, length]);
  return useMemo(() => ({ places, nodes, paint }), [places, nodes, paint]);
}
