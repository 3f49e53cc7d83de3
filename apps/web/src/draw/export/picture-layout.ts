import { type CellShape, POD_SHAPES } from "../grid/cell-shapes.ts";
import { type GridLayout, layoutGrid } from "../grid/layout/grid-layout.ts";
import { NAMES_UP_TO } from "../grid/layout/grid-size.ts";
import { largeCellFor } from "../grid/layout/plate-layout.ts";
import { measureOnCanvas } from "./grid-blobs.ts";

const NAME_FONT = "600 12px";
const PICTURE_WIDTH = 1400;
const PICTURE_HEIGHT = 900;

/** A cell with its node's name next to it. The name is never truncated, because a picture has no tooltips. */
function namedPlate(names: readonly string[]): CellShape {
  const measure = measureOnCanvas();
  const longest = names.reduce((most, name) => Math.max(most, measure(name, NAME_FONT)), 0);
  const { leastPitchX, ...plate } = largeCellFor(POD_SHAPES.plate, Math.ceil(longest), Number.POSITIVE_INFINITY);
  return { ...plate, pitchX: leastPitchX };
}

/** Places the nodes of a picture, with their names if there are few enough to read. `order`: their rows by group;
 *  `headWidths`: of the headings of groups, CSS pixels. */
export function pictureLayout(
  order: readonly { readonly length: number }[],
  headWidths: readonly number[],
  names: readonly string[],
): { readonly layout: GridLayout; readonly hasNames: boolean } {
  const hasNames = names.length <= NAMES_UP_TO;
  const counts = order.map(({ length }) => length);
  return { layout: layoutGrid(counts, headWidths, PICTURE_WIDTH, PICTURE_HEIGHT, hasNames ? namedPlate(names) : "fit"), hasNames };
}
