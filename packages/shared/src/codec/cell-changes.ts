import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import { DamagedText, readText } from "./text-reader.ts";
import { TextWriter } from "./text-writer.ts";

/** The new bytes of one column: `bytes[i]` is of the row `rows[i]`; rows ascend. */
export interface ColumnChanges {
  readonly rows: readonly number[];
  readonly bytes: readonly CellByte[];
}

/** Changed cells by column. */
export type CellChanges = ReadonlyMap<number, ColumnChanges>;

/** Up to so many cells of a column are counted in its first number. */
const FEW = 7;

/** Changes as text, all of it numbers. By column: eight times its gap to the one before − 1, plus the number of its cells − 1, or plus 7 and then that number − 8 where it is more;
 *  how many different bytes its cells have − 1, left out for a single cell, and these ascending; then by row: the gap to the one before − 1, times the number of bytes, plus the place of its byte.
 *  It does not depend on how many rows and columns there are, so that frames compose. Columns without rows are left out. */
export function encodeCellChanges(changes: CellChanges): string {
  const writer = new TextWriter();
  let previous = -1;
  for (const [column, { rows, bytes }] of [...changes].sort(([a], [b]) => a - b)) {
    if (rows.length === 0) continue;
    writer.number((column - previous - 1) * (FEW + 1) + Math.min(rows.length - 1, FEW));
    if (rows.length > FEW) writer.number(rows.length - FEW - 1);
    previous = column;
    const palette = [...new Set(bytes)].sort((a, b) => a - b);
    if (rows.length > 1) writer.number(palette.length - 1);
    for (const byte of palette) writer.number(byte);
    const places = new Map(palette.map((byte, place) => [byte, place]));
    let above = -1;
    for (const [at, row] of rows.entries()) {
      writer.number((row - above - 1) * palette.length + (places.get(bytes[at] ?? 0) ?? 0));
      above = row;
    }
  }
  return writer.text;
}

const read = new WeakMap<object, CellChanges>();

/** Keeps what the cells of a frame are, for who takes over the frame that was read. */
export function rememberCells<Of extends object>(frame: Of, changes: CellChanges | undefined): Of {
  if (changes !== undefined) read.set(frame, changes);
  return frame;
}

/** The changes of a frame's cells; undefined when they are damaged. */
export function cellChangesOf(frame: { readonly cells?: string }): CellChanges | undefined {
  return read.get(frame) ?? decodeCellChanges(frame.cells ?? "");
}

const MOST_BYTE = 255;
const MOST_SLOT = 2 ** 24;

/** The changes in text made by encodeCellChanges; undefined when it is damaged. */
export function decodeCellChanges(text: string): CellChanges | undefined {
  return readText(text, (reader) => {
    const changes = new Map<number, ColumnChanges>();
    let column = -1;
    while (!reader.isAtEnd) {
      const head = reader.number();
      const few = head % (FEW + 1);
      const count = few < FEW ? few + 1 : FEW + 1 + reader.count();
      column += Math.floor(head / (FEW + 1)) + 1;
      const palette: CellByte[] = [];
      for (let left = count === 1 ? 1 : reader.number() + 1; left > 0; left--) palette.push(reader.number());
      if (palette.some((byte) => byte > MOST_BYTE)) throw new DamagedText();
      // As long as they get: no more than the text has characters.
      const rows = new Array<number>(count);
      const bytes = new Array<CellByte>(count);
      let row = -1;
      for (let at = 0; at < count; at++) {
        const number = reader.number();
        const place = number % palette.length;
        row += (number - place) / palette.length + 1;
        if (row > MOST_SLOT) throw new DamagedText();
        rows[at] = row;
        bytes[at] = palette[place] ?? 0;
      }
      changes.set(column, { rows, bytes });
    }
    return changes;
  });
}
