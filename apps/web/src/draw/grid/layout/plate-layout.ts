import { type LargeCellShape, POD_SHAPES } from "../cell-shapes.ts";
import type { GridLayout, GroupPlace } from "./grid-layout.ts";

/** On a wide page large cells get wider instead of more numerous: otherwise their text would be cut next to free
 *  space. */
const MAX_COLUMNS = 10;
/** The longest reasons fit. In a wider large cell a name would be too far from the next one. */
const MAX_PITCH_X = 336;
/** Space between a cell and its words, and after them. */
const AROUND_WORDS = 10;
/** The heading of a group is in this column at the left of its cells, or above them on a narrow page. */
const HEAD_COLUMN = 96;
const HEAD_ROW = 24;
const NARROW_WIDTH = 600;
/** Space above and below a group. */
const GROUP_PADDING = 2;

/** Heights of a name and of each line below it, and of the free space around them. */
const NAME_LINE = 15;
const LINE = 13;
const AROUND_LINES = 4;

/** Returns a large cell that fits words of this width uncut, up to `mostPitchX`. `labels`: lines between the name and
 *  the phrase. `scale`: font size of the root, relative to 16 px. */
export const largeCellFor = (
  plate: LargeCellShape,
  wordsWidth: number,
  mostPitchX = MAX_PITCH_X,
  labels = 0,
  scale = 1,
): LargeCellShape => ({
  ...plate,
  pitchY: Math.round(scale * Math.max(plate.pitchY, NAME_LINE + (labels + 1) * LINE + AROUND_LINES)),
  leastPitchX: Math.min(mostPitchX, Math.max(plate.leastPitchX, plate.width + AROUND_WORDS + wordsWidth)),
});

/** Lays out large cells with words next to each: one block of rows for each group, with the same columns for all, and
 *  the heading at the left. The columns share the width, so that no reason is cut next to free space. `scale`: font
 *  size of the root, relative to 16 px. Pure. */
export function layoutLargeCells(
  counts: readonly number[],
  width: number,
  plate: LargeCellShape = POD_SHAPES.plate,
  scale = 1,
): GridLayout {
  const isNarrow = width < NARROW_WIDTH;
  const headWidth = Math.round(HEAD_COLUMN * scale);
  const left = isNarrow ? 0 : headWidth;
  const room = width - left;
  const columns = Math.max(1, Math.min(MAX_COLUMNS, Math.floor(room / plate.leastPitchX)));
  const pitchX = Math.min(MAX_PITCH_X, room / columns);
  const inset = (plate.pitchY - plate.height) / 2;
  const places: GroupPlace[] = [];
  const starts: number[] = [];
  let start = 0;
  let top = 0;
  for (const [index, count] of counts.entries()) {
    const rows = Math.max(1, Math.ceil(count / columns));
    const cellsTop = top + GROUP_PADDING + (isNarrow ? HEAD_ROW : 0) + inset;
    places.push({
      index,
      x: left,
      width: room,
      headTop: top + GROUP_PADDING,
      headWidth: isNarrow ? width : headWidth - 8,
      cellsTop,
      columns,
      rows,
      count,
    });
    starts.push(start);
    start += count;
    top = cellsTop - inset + rows * plate.pitchY + GROUP_PADDING;
  }
  return {
    width,
    height: top,
    cell: { width: plate.width, height: plate.height, pitchX, pitchY: plate.pitchY },
    places,
    starts,
    flow: isNarrow ? "rows" : "rowsBesideHeads",
  };
}
