/** A group's place on its shelf, CSS pixels. Its cells run down columns of `rows`, the first at `x`, `cellsTop`. */
export interface GroupPlace {
  readonly index: number;
  readonly x: number;
  readonly width: number;
  readonly headTop: number;
  /** Room for the heading, up to the next group. */
  readonly headWidth: number;
  readonly cellsTop: number;
  readonly columns: number;
  readonly rows: number;
  readonly count: number;
}

export interface GridLayout {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  /** From one cell to the next, across and down: wider than the cell where words stand beside it. */
  readonly pitchX: number;
  readonly pitchY: number;
  readonly places: readonly GroupPlace[];
  /** First cell index of each group: cells are counted through all groups. */
  readonly starts: readonly number[];
}

export const HEAD_HEIGHT = 21;
const SHELF_GAP = 8;
const GROUP_GAP = 18;
const MIN_GROUP_WIDTH = 84;
const MAX_PREFERRED_ROWS = 14;
const MIN_PREFERRED_ROWS = 4;

/** Columns of a good height for the largest group: a few cells lie down, many stand up. */
const preferredRows = (counts: readonly number[]): number =>
  Math.min(MAX_PREFERRED_ROWS, Math.max(MIN_PREFERRED_ROWS, Math.ceil(Math.sqrt(Math.max(0, ...counts) * 0.4))));

/** Cell sizes of the fitting view, largest first, with the pitch of each: gap 1 px up to 10, 2 to 16, 3 above, none where a cell is a pixel or two. */
const FIT_SIZES = [20, 18, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1] as const;
const pitchOf = (size: number): number => size + (size <= 2 ? 0 : size <= 10 ? 1 : size <= 16 ? 2 : 3);

/** A canvas larger than this is slow to make and may be refused. */
const MAX_CANVAS_AREA = 12_000_000;

/** The last heading of each shelf has the room up to the end of the page. */
const withFreeRoom = (places: readonly GroupPlace[], width: number): readonly GroupPlace[] =>
  places.map((place, at) => {
    const isLast = places[at + 1]?.headTop !== place.headTop;
    return isLast ? { ...place, headWidth: Math.max(place.headWidth, width - place.x) } : place;
  });

function shelve(counts: readonly number[], heads: readonly number[], width: number, size: number, rows: number): GridLayout {
  const pitch = pitchOf(size);
  const shelfHeight = HEAD_HEIGHT + rows * pitch + SHELF_GAP;
  const places: GroupPlace[] = [];
  const starts: number[] = [];
  let x = 0;
  let shelf = 0;
  let start = 0;
  counts.forEach((count, index) => {
    const columns = Math.max(1, Math.ceil(count / rows));
    const groupWidth = Math.max(columns * pitch, Math.min(width, Math.max(MIN_GROUP_WIDTH, heads[index] ?? 0)));
    if (x > 0 && x + groupWidth > width) {
      shelf++;
      x = 0;
    }
    const headTop = shelf * shelfHeight;
    places.push({
      index,
      x,
      width: groupWidth,
      headTop,
      headWidth: groupWidth + GROUP_GAP - 4,
      cellsTop: headTop + HEAD_HEIGHT,
      columns,
      rows,
      count,
    });
    starts.push(start);
    start += count;
    x += groupWidth + GROUP_GAP;
  });
  return { width, height: (shelf + 1) * shelfHeight, size, pitchX: pitch, pitchY: pitch, places: withFreeRoom(places, width), starts };
}

const widest = (layout: GridLayout): number => layout.places.reduce((most, place) => Math.max(most, place.x + place.width), 0);

/** Groups on shelves of one height, in the given order. `fit`: the largest cells with which all groups fit `width` × `height`; a number: cells of that size,
 *  as high as it takes. `counts`: nodes of each group; `heads`: width that each heading needs. Pure. A group wider than the page takes more rows, all shelves with it. */
export function layoutGrid(
  counts: readonly number[],
  heads: readonly number[],
  width: number,
  height: number,
  wanted: "fit" | number,
): GridLayout {
  if (wanted !== "fit") {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const area = total * pitchOf(wanted) ** 2;
    if (area < MAX_CANVAS_AREA) return shelve(counts, heads, width, wanted, rowsThatFitWidth(counts, width, wanted));
  }
  const preferred = preferredRows(counts);
  for (const size of FIT_SIZES) {
    const pitch = pitchOf(size);
    const byShelves = Array.from({ length: 8 }, (_, index) => Math.floor((height / (index + 1) - HEAD_HEIGHT - SHELF_GAP) / pitch));
    const candidates = [preferred, ...byShelves]
      .filter((rows) => rows >= 3)
      .sort((a, b) => Math.abs(a - preferred) - Math.abs(b - preferred));
    for (const rows of candidates) {
      const layout = shelve(counts, heads, width, size, rows);
      if (layout.height <= height && widest(layout) <= width) return layout;
    }
  }
  return shelve(counts, heads, width, 2, rowsThatFitWidth(counts, width, 2));
}

function rowsThatFitWidth(counts: readonly number[], width: number, size: number): number {
  const columns = Math.max(1, Math.floor(width / pitchOf(size)));
  return Math.max(preferredRows(counts), Math.ceil(Math.max(1, ...counts) / columns));
}

export const PLATE_SIZE = 40;
const PLATE_MIN_WIDTH = 168;
/** The longest reasons fit; a wider plate would part a name from the next. */
const PLATE_MAX_WIDTH = 2 * PLATE_MIN_WIDTH;
const PLATE_HEIGHT = 48;
const PLATE_HEAD = 25;
const PLATE_ROWS = 3;

/** Plates: 40 px cells with three lines of words beside each, in columns of three; more where a group would not fit the width otherwise. A few have wider
 *  places, so that no reason is cut beside free room. Pure. */
export function layoutPlates(counts: readonly number[], width: number): GridLayout {
  const wanted = counts.reduce((sum, count) => sum + Math.ceil(count / PLATE_ROWS), 0);
  const perShelf = Math.max(1, Math.min(Math.floor(width / PLATE_MIN_WIDTH), wanted));
  const pitchX = Math.min(width / perShelf, PLATE_MAX_WIDTH);
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
    shelfHeight = Math.max(shelfHeight, PLATE_HEAD + Math.min(rows, count) * PLATE_HEIGHT + SHELF_GAP);
  });
  return {
    width,
    height: headTop + shelfHeight,
    size: PLATE_SIZE,
    pitchX,
    pitchY: PLATE_HEIGHT,
    places: withFreeRoom(places, width),
    starts,
  };
}

/** Upper left corner of cell `index` of a group. */
export function cellPlace(layout: GridLayout, place: GroupPlace, index: number): { readonly x: number; readonly y: number } {
  return { x: place.x + Math.floor(index / place.rows) * layout.pitchX, y: place.cellsTop + (index % place.rows) * layout.pitchY };
}
