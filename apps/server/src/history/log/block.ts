import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, brotliDecompressSync, constants, crc32 } from "node:zlib";
import { mostUnpacked, unpacksTo } from "./unpacked-limits.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/**
 * The kinds of block. Entries and parts of a checkpoint may be interleaved, each kind in its own order. Blocks of pods
 * follow the other parts.
 */
export const BLOCK = { header: 1, entries: 2, checkpointPart: 3, checkpointEnd: 4, checkpointPods: 5 } as const;
export type BlockKind = (typeof BLOCK)[keyof typeof BLOCK];

/**
 * A block is a head and a text in brotli. The head: `kind` (1 byte), three zero bytes, length of the packed text (4
 * bytes, little endian), and a CRC-32 (4 bytes). The CRC-32 covers kind, zeros, length and packed text.
 */
const HEAD_BYTES = 12;
/** Above the size of any block that is written. A torn or forged length cannot allocate more. */
const LARGEST_BLOCK = 64 * 1024 * 1024;

/** Parameters of brotli: the quality, and the binary logarithm of the window size. */
const QUALITY = 4;
/** Pods take half the time of QUALITY, and 3 % more bytes, because uids are random. */
const PODS_QUALITY = 2;
const WINDOW_BITS = 20;

/** Compresses off the main thread. `text` may be bytes that were built in steps. */
export async function packBlock(kind: BlockKind, text: string | Buffer): Promise<Buffer> {
  const plain = typeof text === "string" ? Buffer.from(text, "utf8") : text;
  const packed = await compress(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: kind === BLOCK.checkpointPods ? PODS_QUALITY : QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  const block = Buffer.alloc(HEAD_BYTES + packed.length);
  block.writeUInt8(kind, 0);
  block.writeUInt32LE(packed.length, 4);
  packed.copy(block, HEAD_BYTES);
  block.writeUInt32LE(sumOf(block), 8);
  return block;
}

function sumOf(block: Buffer): number {
  return crc32(block.subarray(HEAD_BYTES), crc32(block.subarray(0, 8)));
}

const KINDS: ReadonlySet<number> = new Set(Object.values(BLOCK));

/**
 * Returns the leading intact blocks of a file, and the number of bytes after them (L4). Those bytes are from an
 * interrupted write, or were altered.
 */
export function completeBlocks(bytes: Buffer): { readonly blocks: readonly Buffer[]; readonly tornBytes: number } {
  const blocks: Buffer[] = [];
  let at = 0;
  while (at + HEAD_BYTES <= bytes.length) {
    const length = bytes.readUInt32LE(at + 4);
    const end = at + HEAD_BYTES + length;
    if (length > LARGEST_BLOCK || end > bytes.length) break;
    const block = bytes.subarray(at, end);
    if (!KINDS.has(block.readUInt8(0)) || block.readUInt32LE(8) !== sumOf(block)) break;
    blocks.push(block);
    at = end;
  }
  return { blocks, tornBytes: bytes.length - at };
}

export function blockKindOf(block: Buffer): BlockKind {
  return block.readUInt8(0) as BlockKind;
}

const inflateOptions = (block: Buffer) => ({ maxOutputLength: mostUnpacked(block.length) });

function unpackFailure(block: Buffer, cause: unknown): unknown {
  return (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? unpacksTo(mostUnpacked(block.length)) : cause;
}

/** Returns the text of an intact block as bytes. Throws UnpackedTooFar. */
export async function bytesOfBlock(block: Buffer): Promise<Buffer> {
  try {
    return await decompress(block.subarray(HEAD_BYTES), inflateOptions(block));
  } catch (cause) {
    throw unpackFailure(block, cause);
  }
}

/** Returns the text of an intact block. Throws UnpackedTooFar. */
export const inflateBlock = async (block: Buffer): Promise<string> => (await bytesOfBlock(block)).toString("utf8");

/** Decompresses synchronously: about a millisecond for some hundred kilobytes. */
export function inflateBlockSync(block: Buffer): string {
  try {
    return brotliDecompressSync(block.subarray(HEAD_BYTES), inflateOptions(block)).toString("utf8");
  } catch (cause) {
    throw unpackFailure(block, cause);
  }
}

/** Reports whether a block belongs to a checkpoint, including its end. */
export const isCheckpointBlock = (kind: BlockKind): boolean =>
  kind === BLOCK.checkpointPart || kind === BLOCK.checkpointPods || kind === BLOCK.checkpointEnd;
