import { constants, deflateRawSync } from "node:zlib";
import { beginsFixed, goingOn } from "./fixed-block.ts";

/** What a gzip stream begins with: no name, no time, no system. What follows are deflate blocks of ours, and it has no end. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Of these zlib makes one block, mostly by the fixed codes, and the bytes in which it ends are felt. */
const SHORT_BYTES = 512;

/** A block that is kept keeps all of the piece that zlib made it in, 16 KB by itself: so one that it fits into and little more, with room for what is around bytes that nothing shortens. */
const AROUND_BYTES = 128;
const LEAST_PIECE_BYTES = 256;
const pieceFor = (bytes: Buffer): number => Math.max(LEAST_PIECE_BYTES, bytes.length + AROUND_BYTES);

/** Bytes as whole deflate blocks, none of them the last, that may say "as before" of what is in `window`, the bytes that every reader has right before them. Ends at a byte, so that any other such blocks may follow. */
export function packed(bytes: Buffer, window: Buffer): Buffer {
  const options = { level: 6, memLevel: 7, chunkSize: pieceFor(bytes), ...(window.length === 0 ? {} : { dictionary: window }) };
  if (bytes.length <= SHORT_BYTES) {
    const block = deflateRawSync(bytes, options);
    if (beginsFixed(block)) return goingOn(block);
  }
  return deflateRawSync(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
}

const NOTHING = Buffer.alloc(0);
const alone = new WeakMap<Buffer, Buffer>();

/** Bytes as blocks that go by nothing before them; made once for all who are sent these. */
export function packedAlone(bytes: Buffer): Buffer {
  let made = alone.get(bytes);
  if (made === undefined) {
    made = packed(bytes, NOTHING);
    alone.set(bytes, made);
  }
  return made;
}

/** Bytes in a form of no fewer bytes: for what is sent to be long. */
export function unpacked(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { level: 0, finishFlush: constants.Z_SYNC_FLUSH });
}
