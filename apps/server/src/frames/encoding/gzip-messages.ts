import { constants, deflateRawSync } from "node:zlib";
import { deflateBlocks } from "./message-packer.ts";

/** Header of a gzip stream: no name, no time, no system. Deflate blocks of this server follow, and the stream has no
 *  end. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

const packedAlone = new WeakMap<Buffer, Buffer>();

/** Packs bytes without a window; cached for all readers that receive the same buffer. */
export function deflateAlone(bytes: Buffer): Buffer {
  let packed = packedAlone.get(bytes);
  if (packed === undefined) {
    packed = deflateBlocks(bytes);
    packedAlone.set(bytes, packed);
  }
  return packed;
}

/** Stores bytes without compression, for padding that must keep its length. */
export function deflateStored(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { level: 0, finishFlush: constants.Z_SYNC_FLUSH });
}
