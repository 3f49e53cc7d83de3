import { constants, deflateRawSync } from "node:zlib";
import { asNonFinalBlock, startsWithFixedBlock } from "./fixed-block.ts";

/** Header of a gzip stream: no name, no time, no system. Deflate blocks of this server follow, and the stream has no
 *  end. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Up to this size zlib makes one block, mostly of fixed codes, and the bytes of its end matter. */
const SHORT_BYTES = 512;

/** Bytes around incompressible content. A kept block holds the whole chunk in which zlib built it, 16 KB by default. So
 *  the chunk is the message's size plus this reserve. */
const AROUND_BYTES = 128;
const MIN_PIECE_BYTES = 256;
const pieceFor = (bytes: Buffer): number => Math.max(MIN_PIECE_BYTES, bytes.length + AROUND_BYTES);

/** Packs bytes as whole deflate blocks, none of them the last. They may refer to `window`, the bytes that every reader
 *  has right before them. The result ends at a byte, so that other such blocks may follow. */
export function deflateInWindow(bytes: Buffer, window: Buffer): Buffer {
  const options = { level: 6, memLevel: 7, chunkSize: pieceFor(bytes), ...(window.length === 0 ? {} : { dictionary: window }) };
  if (bytes.length <= SHORT_BYTES) {
    const block = deflateRawSync(bytes, options);
    if (startsWithFixedBlock(block)) return asNonFinalBlock(block);
  }
  return deflateRawSync(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
}

const NOTHING = Buffer.alloc(0);
const alone = new WeakMap<Buffer, Buffer>();

/** Packs bytes without a window; cached for all readers that receive the same buffer. */
export function deflateAlone(bytes: Buffer): Buffer {
  let made = alone.get(bytes);
  if (made === undefined) {
    made = deflateInWindow(bytes, NOTHING);
    alone.set(bytes, made);
  }
  return made;
}

/** Stores bytes without compression, for padding that must keep its length. */
export function deflateStored(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { level: 0, finishFlush: constants.Z_SYNC_FLUSH });
}
