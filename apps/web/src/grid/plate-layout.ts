import { type PlateShape, POD_SHAPES } from "./cell-shapes.ts";
import { type GridLayout, type GroupPlace, SHELF_GAP, withFreeRoom } from "./grid-layout.ts";

/** The longest reasons fit; a wider plate would part a name from the next. */
const MOST_PITCH_X = 336;
/** Around a cell and the words beside it. */
const AROUND_WORDS = 24;
const PLATE_HEAD = 25;
const PLATE_ROWS = 3;

/** A plate in which words of a width are whole, up to the widest that there is: on a page, that is. */
export const plateFor = (plate: PlateShape, wordsWidth: number, mostPitchX = MOST_PITCH_X): PlateShape => ({
  ...plate,
  leastPitchX: Math.min(mostPitchX, Math.max(plate.leastPitchX, plate.width + AROUND_WORDS + wordsWidth)),
});

/** Plates: cells with words beside each, in columns of three; more where a group would not fit the width otherwise. A few have wider places, so that no reason
 *  is cut beside free room. Pure. */
export function layoutPlates(counts: readonly number[], width: number, plate: PlateShape = POD_SHAPES.plate): GridLayout {
  const wanted = counts.reduce((sum, count) => sum + Math.ceil(count / PLATE_ROWS), 0);
  const perShelf = Math.max(1, Math.min(Math.floor(width / plate.leastPitchX), wanted));
  const pitchX = Math.min(width / perShelf, MOST_PITCH_X);
  const places: GroupPlace[] = [];
  const starts: number[] = [];
  let column = 0;
  let headTop = 0;
  let shelfHeight = 0;
  let start = 0;
  counts.forEach((count, index) => {
    const rows = Math.max(PLATE_ROWS, Math.ceil(count / perShelf));
    const columns = Math.max(1, Math.ceil(count / rows));
    if (column > 0 && column + columns > perShelf) {
      headTop += shelfHeight;
      column = 0;
      shelfHeight = 0;
    }
    places.push({
      index,
      x: column * pitchX,
      width: columns * pitchX - 12,
      headTop,
      headWidth: columns * pitchX - 12,
      cellsTop: headTop + PLATE_HEAD,
      columns,
      rows,
      count,
    });
    starts.push(start);
    start += count;
    column += columns;
    shelfHeight = Math.max(shelfHeight, PLATE_HEAD + Math.min(rows, count) * plate.pitchY + SHELF_GAP);
  });
  return {
    width,
    height: headTop + shelfHeight,
    cell: { width: plate.width, height: plate.height, pitchX, pitchY: plate.pitchY },
    places: withFreeRoom(places, width),
    starts,
  };
}
