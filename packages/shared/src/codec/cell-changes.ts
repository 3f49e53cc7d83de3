import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import { DamagedText, readText } from "./text-reader.ts";
import { TextWriter } from "./text-writer.ts";

/** The new bytes of one column: `bytes[i]` belongs to row `rows[i]`. Rows ascend. */
export interface ColumnChanges {
  readonly rows: readonly number[];
  readonly bytes: readonly CellByte[];
}

/** Changed cells by column. */
export type CellChanges = ReadonlyMap<number, ColumnChanges>;

/** The first number of a column encodes a cell count up to this one. */
const FEW = 7;

/**
 * Encodes changes as a text of numbers. Per column: (distance to the previous column − 1) × 8, plus the number of cells
 * − 1; from 8 cells on plus 7, then the number of cells − 8. Next the number of distinct bytes − 1 (omitted for a
 * single cell), and these bytes, ascending. Then per row: (distance to the previous row − 1) × the number of distinct
 * bytes, plus the index of its byte.
 * The text does not depend on the number of rows and columns, so that frames compose. Columns without rows are omitted.
 */
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
    const indexes = new Map(palette.map((byte, index) => [byte, index]));
    let above = -1;
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] ?? 0;
      writer.number((row - above - 1) * palette.length + (indexes.get(bytes[at] ?? 0) ?? 0));
      above = row;
    }
  }
  return writer.text;
}

const cachedChanges = new WeakMap<object, CellChanges>();

/** Caches the decoded cells of a frame for the code that applies it. */
export function cacheCellChanges<F extends object>(frame: F, changes: CellChanges | undefined): F {
  if (changes !== undefined) cachedChanges.set(frame, changes);
  return frame;
}

/** Returns the cell changes of a frame; undefined if they are damaged. */
export function cellChangesOf(frame: { readonly cells?: string }): CellChanges | undefined {
  return cachedChanges.get(frame) ?? decodeCellChanges(frame.cells ?? "");
}

const MAX_BYTE = 255;
const MAX_SLOT = 2 ** 24;

/** Decodes a text of encodeCellChanges; undefined if it is damaged. */
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
      if (palette.some((byte) => byte > MAX_BYTE)) throw new DamagedText();
      // Safe to allocate: `count` is at most 8 plus the number of characters in the text.
      const rows = new Array<number>(count);
      const bytes = new Array<CellByte>(count);
      let row = -1;
      for (let at = 0; at < count; at++) {
        const number = reader.number();
        const index = number % palette.length;
        row += (number - index) / palette.length + 1;
        if (row > MAX_SLOT) throw new DamagedText();
        rows[at] = row;
        bytes[at] = palette[index] ?? 0;
      }
      changes.set(column, { rows, bytes });
    }
    return changes;
  });
}
