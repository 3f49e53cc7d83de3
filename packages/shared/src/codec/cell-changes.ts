import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import { decodeBase64, encodeBase64 } from "./base64.ts";

/** The new bytes of one column: `bytes[i]` is of the row `rows[i]`; rows ascend. */
export interface ColumnChanges {
  readonly rows: readonly number[];
  readonly bytes: readonly CellByte[];
}

/** Changed cells by column. */
export type CellChanges = ReadonlyMap<number, ColumnChanges>;

/** Seven bits a byte, low ones first; longer than four bytes is none of ours. */
const MOST_SHIFT = 21;

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
}

/** Up to so many cells of a column are counted in its first byte. */
const FEW = 7;

/** Changes as base64. By column: eight times its gap to the one before − 1, plus the number of its cells − 1, or plus 7 and then that number − 8 where it is more;
 *  then by row: the gap to the one before − 1, and the byte. All numbers are varints.
 *  It does not depend on how many rows and columns there are, so that frames compose. Columns without rows are left out. */
export function encodeCellChanges(changes: CellChanges): string {
  const bytes: number[] = [];
  let previous = -1;
  for (const [column, { rows, bytes: cells }] of [...changes].sort(([a], [b]) => a - b)) {
    if (rows.length === 0) continue;
    pushVarint(bytes, (column - previous - 1) * 8 + Math.min(rows.length - 1, FEW));
    if (rows.length > FEW) pushVarint(bytes, rows.length - FEW - 1);
    previous = column;
    let above = -1;
    for (const [at, row] of rows.entries()) {
      pushVarint(bytes, row - above - 1);
      bytes.push(cells[at] ?? 0);
      above = row;
    }
  }
  return encodeBase64(Uint8Array.from(bytes));
}

/** The changes in text made by encodeCellChanges; undefined when it is damaged. */
export function decodeCellChanges(text: string): CellChanges | undefined {
  const bytes = decodeBase64(text);
  if (bytes === undefined) return undefined;
  let at = 0;
  const varint = (): number | undefined => {
    let value = 0;
    for (let shift = 0; shift <= MOST_SHIFT; shift += 7) {
      const part = bytes[at++];
      if (part === undefined) return undefined;
      value |= (part & 0x7f) << shift;
      if ((part & 0x80) === 0) return value;
    }
    return undefined;
  };
  const changes = new Map<number, ColumnChanges>();
  let column = -1;
  while (at < bytes.length) {
    const head = varint();
    const more = head === undefined || (head & FEW) < FEW ? 0 : varint();
    if (head === undefined || more === undefined) return undefined;
    column += (head >>> 3) + 1;
    const rows: number[] = [];
    const cells: CellByte[] = [];
    let row = -1;
    for (let left = (head & FEW) + more + 1; left > 0; left--) {
      const gap = varint();
      const byte = bytes[at++];
      if (gap === undefined || byte === undefined) return undefined;
      row += gap + 1;
      rows.push(row);
      cells.push(byte);
    }
    changes.set(column, { rows, bytes: cells });
  }
  return changes;
}
