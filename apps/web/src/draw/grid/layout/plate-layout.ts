import { type LargeCellShape, POD_SHAPES } from "../cell-shapes.ts";
import { extendLastHeads, GROUP_LINE_GAP, type GridLayout, type GroupPlace } from "./grid-layout.ts";

/** The longest reasons fit. In a wider large cell a name would be too far from the next one. */
const MAX_PITCH_X = 336;
/** On a wide page large cells get wider instead of more numerous: otherwise their text would be cut next to free
 *  space. */
const MAX_COLUMNS = 11;
/** Space around a cell and the words next to it. */
const AROUND_WORDS = 24;
const PLATE_HEAD = 25;
const PLATE_ROWS = 3;

/** Heights of a name and of each line below it, and of the free space around them. */
const NAME_LINE = 14;
const LINE = 13;
const AROUND_LINES = 12;

/** Returns a large cell that fits words of this width uncut, up to `mostPitchX`. `labels`: lines between the name and
 *  the phrase. */
export const largeCellFor = (plate: LargeCellShape, wordsWidth: number, mostPitchX = MAX_PITCH_X, labels = 0): LargeCellShape => ({
  ...plate,
  pitchY: labels === 0 ? plate.pitchY : Math.max(plate.pitchY, NAME_LINE + (labels + 1) * LINE + AROUND_LINES),
  leastPitchX: Math.min(mostPitchX, Math.max(plate.leastPitchX, plate.width + AROUND_WORDS + wordsWidth)),
});

/** Position of a group in columns of large cells, and the top of its line. */
interface Block {
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
  readonly headTop: number;
}

/** Places groups in lines of `columnsPerLine` columns, in the given order. */
function blocksOf(
  counts: readonly number[],
  columnsPerLine: number,
  pitchY: number,
): { readonly blocks: readonly Block[]; readonly height: number } {
  const blocks: Block[] = [];
  let column = 0;
  let headTop = 0;
  let groupLineHeight = 0;
  for (const count of counts) {
    const rows = Math.max(PLATE_ROWS, Math.ceil(count / columnsPerLine));
    const columns = Math.max(1, Math.ceil(count / rows));
    if (column > 0 && column + columns > columnsPerLine) {
      headTop += groupLineHeight;
      column = 0;
      groupLineHeight = 0;
    }
    blocks.push({ column, columns, rows, headTop });
    column += columns;
    groupLineHeight = Math.max(groupLineHeight, PLATE_HEAD + Math.min(rows, count) * pitchY + GROUP_LINE_GAP);
  }
  return { blocks, height: headTop + groupLineHeight };
}

/** Lays out large cells with words next to each, in columns of three, or more if a group would not fit the width. The
 *  remaining width is shared among the columns of the fullest line, so that no reason is cut next to free space.
 *  Pure. */
export function layoutLargeCells(counts: readonly number[], width: number, plate: LargeCellShape = POD_SHAPES.plate): GridLayout {
  const wanted = counts.reduce((sum, count) => sum + Math.ceil(count / PLATE_ROWS), 0);
  const leastPitchX = Math.max(plate.leastPitchX, Math.min(width / MAX_COLUMNS, MAX_PITCH_X));
  const columnsPerLine = Math.max(1, Math.min(Math.floor(width / leastPitchX), wanted));
  const { blocks, height } = blocksOf(counts, columnsPerLine, plate.pitchY);
  const fullest = blocks.reduce((most, { column, columns }) => Math.max(most, column + columns), 1);
  const pitchX = Math.min(width / fullest, MAX_PITCH_X);
  const places = blocks.map(({ column, columns, rows, headTop }, index): GroupPlace => {
    const blockWidth = columns * pitchX - 12;
    const cellsTop = headTop + PLATE_HEAD;
    return {
      index,
      x: column * pitchX,
      width: blockWidth,
      headTop,
      headWidth: blockWidth,
      cellsTop,
      columns,
      rows,
      count: counts[index] ?? 0,
    };
  });
  const starts: number[] = [];
  let start = 0;
  for (const count of counts) {
    starts.push(start);
    start += count;
  }
  return {
    width,
    height,
    cell: { width: plate.width, height: plate.height, pitchX, pitchY: plate.pitchY },
    places: extendLastHeads(places, width),
    starts,
  };
}
