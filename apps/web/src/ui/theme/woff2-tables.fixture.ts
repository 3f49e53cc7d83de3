import { brotliDecompressSync } from "node:zlib";

/** The tags that a WOFF2 directory encodes as a number (WOFF2 §4.1). */
const KNOWN_TAGS =
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill";
const tagOf = (index: number): string => KNOWN_TAGS.slice(index * 5, index * 5 + 4);
const HEADER_BYTES = 48;

interface Entry {
  readonly tag: string;
  readonly length: number;
}

/** Reads a base 128 number of WOFF2. */
function base128(bytes: Buffer, from: number): readonly [value: number, next: number] {
  let value = 0;
  for (let at = from; ; at++) {
    const byte = bytes[at] ?? 0;
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, at + 1];
  }
}

function directoryOf(font: Buffer): readonly [entries: readonly Entry[], end: number] {
  const entries: Entry[] = [];
  let at = HEADER_BYTES;
  for (let count = font.readUInt16BE(12); count > 0; count--) {
    const flags = font[at++] ?? 0;
    const tag = (flags & 63) === 63 ? font.toString("latin1", at, at + 4) : tagOf(flags & 63);
    if ((flags & 63) === 63) at += 4;
    const [original, afterOriginal] = base128(font, at);
    // Version 0 of glyf and loca is the transformed one; of all other tables it is the plain one.
    const isTransformed = (tag === "glyf" || tag === "loca") === (flags >> 6 === 0);
    const [length, next] = isTransformed ? base128(font, afterOriginal) : [original, afterOriginal];
    at = next;
    entries.push({ tag, length });
  }
  return [entries, at];
}

/** Returns the layout features of a WOFF2 font, sorted: `kern`, `tnum`. Reads the feature lists of GSUB and GPOS. */
export function layoutFeatures(font: Buffer): readonly string[] {
  const [entries, end] = directoryOf(font);
  const tables = brotliDecompressSync(font.subarray(end, end + font.readUInt32BE(20)));
  const found = new Set<string>();
  let from = 0;
  for (const { tag, length } of entries) {
    const table = tables.subarray(from, from + length);
    from += length;
    if (tag !== "GSUB" && tag !== "GPOS") continue;
    const list = table.readUInt16BE(6);
    for (let at = 0; at < table.readUInt16BE(list); at++) found.add(table.toString("latin1", list + 2 + at * 6, list + 6 + at * 6));
  }
  return [...found].sort();
}
