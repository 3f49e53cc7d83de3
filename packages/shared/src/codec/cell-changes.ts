import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import { decodeBase64, encodeBase64 } from "./base64.ts";

/** A cell that changed: its index in the matrix, row by row, and its new byte. */
export interface CellChange {
  readonly index: number;
  readonly byte: CellByte;
}

/** Changes, sorted by index and without repeats, as base64 of (gap to the previous index − 1 as a varint, byte)…
 *  About three bytes a change before base64. */
export function encodeCellChanges(changes: readonly CellChange[]): string {
  const bytes: number[] = [];
  let previous = -1;
  for (const { index, byte } of changes) {
    let gap = index - previous - 1;
    while (gap > 0x7f) {
      bytes.push((gap & 0x7f) | 0x80);
      gap >>>= 7;
    }
    bytes.push(gap, byte);
    previous = index;
  }
  return encodeBase64(Uint8Array.from(bytes));
}

/** The changes in text made by encodeCellChanges; undefined when it is damaged. */
export function decodeCellChanges(text: string): readonly CellChange[] | undefined {
  const bytes = decodeBase64(text);
  if (bytes === undefined) return undefined;
  const changes: CellChange[] = [];
  let at = 0;
  let previous = -1;
  while (at < bytes.length) {
    let gap = 0;
    let shift = 0;
    let part: number;
    do {
      const next = bytes[at++];
      if (next === undefined || shift > 28) return undefined;
      part = next;
      gap |= (part & 0x7f) << shift;
      shift += 7;
    } while (part & 0x80);
    const byte = bytes[at++];
    if (byte === undefined) return undefined;
    previous += gap + 1;
    changes.push({ index: previous, byte });
  }
  return changes;
}
