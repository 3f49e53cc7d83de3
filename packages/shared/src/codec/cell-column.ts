import { DamagedText, readText } from "./text-reader.ts";
import { TextWriter } from "./text-writer.ts";

/** A column is encoded sparsely if fewer than one in this number of cells differ from the most frequent byte. */
const SPARSE = 6;

function mostFrequent(bytes: Uint8Array): { readonly byte: number; readonly others: number } {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1;
  let byte = 0;
  for (let each = 1; each < counts.length; each++) if ((counts[each] ?? 0) > (counts[byte] ?? 0)) byte = each;
  return { byte, others: bytes.length - (counts[byte] ?? 0) };
}

/**
 * Encodes the bytes of a column as a text of numbers. Dense form: 0, then each byte. Sparse form: the most frequent
 * byte + 1, the number of other cells, their number of distinct bytes, and these bytes, ascending. Then per other cell:
 * (distance to the previous one − 1) × the number of distinct bytes, plus the index of its byte.
 */
export function encodeCellColumn(bytes: Uint8Array): string {
  const writer = new TextWriter();
  const { byte, others } = mostFrequent(bytes);
  if (others * SPARSE >= bytes.length) {
    writer.number(0);
    for (const each of bytes) writer.number(each);
    return writer.text;
  }
  const palette = [...new Set(bytes)].filter((each) => each !== byte).sort((a, b) => a - b);
  const indexes = new Map(palette.map((each, index) => [each, index]));
  writer.number(byte + 1);
  writer.number(others);
  writer.number(palette.length);
  for (const each of palette) writer.number(each);
  let above = -1;
  for (let row = 0; row < bytes.length; row++) {
    const index = indexes.get(bytes[row] ?? 0);
    if (index === undefined) continue;
    writer.number((row - above - 1) * palette.length + index);
    above = row;
  }
  return writer.text;
}

const MAX_BYTE = 255;

/** Decodes a column with `rows` rows; undefined if the text is damaged. */
export function decodeCellColumn(text: string, rows: number): Uint8Array | undefined {
  return readText(text, (reader) => {
    const bytes = new Uint8Array(rows);
    const byte = (): number => {
      const value = reader.number();
      if (value > MAX_BYTE) throw new DamagedText();
      return value;
    };
    const most = reader.number() - 1;
    if (most < 0) {
      for (let row = 0; row < rows; row++) bytes[row] = byte();
      return bytes;
    }
    if (most > MAX_BYTE) throw new DamagedText();
    bytes.fill(most);
    const others = reader.count();
    const palette: number[] = [];
    for (let left = reader.count(); left > 0; left--) palette.push(byte());
    let row = -1;
    for (let left = others; left > 0; left--) {
      const number = reader.number();
      row += Math.floor(number / palette.length) + 1;
      if (!(row < rows)) throw new DamagedText();
      bytes[row] = palette[number % palette.length] ?? 0;
    }
    return bytes;
  });
}
