import { constants, deflateRawSync } from "node:zlib";

/** Header of a gzip stream: no name, no time, no system. Deflate blocks of this server follow, and the stream has no
 *  end. */
export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** Up to this size zlib makes one block, usually of fixed codes, and the bytes at its end are a notable share. */
const SHORT_BYTES = 512;

/** Reserve for the block headers of incompressible content. A result keeps its whole zlib chunk in memory, 16 KB by
 *  default. So the chunk has the message's size plus this reserve. */
const HEADER_RESERVE_BYTES = 128;
const MIN_CHUNK_BYTES = 256;
const chunkSizeFor = (bytes: Buffer): number => Math.max(MIN_CHUNK_BYTES, bytes.length + HEADER_RESERVE_BYTES);

const BITS_PER_BYTE = 8;
/** Bits of a non-final block of fixed codes without content: 010 0000000. */
const EMPTY_BITS = 10;
/** An empty stored block after its three header bits, which are 0. */
const STORED_LENGTHS = Buffer.from([0, 0, 0xff, 0xff]);
const END_OF_BLOCK = 256;
/** Symbol of a match of 258 bytes, the longest. Unlike symbols 265 to 284, it has no extra bits. */
const MAX_MATCH = 285;

/** Reports whether deflate blocks begin with a block of fixed codes. */
export const startsWithFixedBlock = (deflated: Buffer): boolean => (((deflated[0] ?? 0) >> 1) & 3) === 1;

/** Turns the last deflate block into one that others may follow, and pads it to a byte. `deflated` is one block of
 *  fixed codes, as zlib finishes it. If the last byte has an even number of free bits, at most three empty blocks of
 *  ten bits fill it. Otherwise a stored block of four or five bytes does, as in zlib's own flush to a byte.
 *  Source: RFC 1951, 3.2.3 to 3.2.6. */
export function asNonFinalBlock(deflated: Buffer): Buffer {
  const end = endOfFixed(deflated);
  const freeBits = (BITS_PER_BYTE - (end % BITS_PER_BYTE)) % BITS_PER_BYTE;
  if (freeBits % 2 === 1) {
    const padding = freeBits >= 3 ? 0 : 1;
    return withoutFinalBit(Buffer.concat([deflated, Buffer.alloc(padding), STORED_LENGTHS]));
  }
  const blocks = freeBits / 2;
  const packed = Buffer.concat([deflated, Buffer.alloc(blocks)]);
  for (let block = 0; block < blocks; block++) {
    const at = end + block * EMPTY_BITS + 1;
    packed[at >> 3] = (packed[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return withoutFinalBit(packed);
}

/** Clears the final-block bit of the first block, in place. */
function withoutFinalBit(blocks: Buffer): Buffer {
  blocks[0] = (blocks[0] ?? 0) & 0xfe;
  return blocks;
}

/** Returns the index of the bit after the end of a block of fixed codes. O(symbols). */
function endOfFixed(deflated: Buffer): number {
  let at = 3;
  /** Reads a code of the given length. Codes begin with their most significant bit, unlike numbers. */
  const code = (bits: number, prefix = 0): number => {
    let value = prefix;
    for (let bit = 0; bit < bits; bit++, at++) value = (value << 1) | (((deflated[at >> 3] ?? 0) >> (at & 7)) & 1);
    return value;
  };
  while (at < deflated.length * BITS_PER_BYTE) {
    const symbol = symbolOf(code);
    if (symbol === END_OF_BLOCK) return at;
    if (symbol < END_OF_BLOCK) continue;
    if (symbol > 264 && symbol < MAX_MATCH) at += (symbol - 261) >> 2;
    const distance = code(5);
    if (distance > 3) at += (distance >> 1) - 1;
  }
  throw new Error("the deflate block has no end");
}

/** Reads the next symbol: a literal below 256, the end of the block, or the length of a match. Source: RFC 1951,
 *  3.2.6. */
function symbolOf(code: (bits: number, prefix?: number) => number): number {
  const seven = code(7);
  if (seven < 24) return END_OF_BLOCK + seven;
  const eight = code(1, seven);
  if (eight < 192) return eight - 48;
  if (eight < 200) return 280 + eight - 192;
  return 144 + code(1, eight) - 400;
}

/** Packs bytes as whole deflate blocks, none of them the last. They may refer to `window`, the bytes that every reader
 *  has right before them. The result ends at a byte, so that other such blocks may follow. */
export function deflateInWindow(bytes: Buffer, window: Buffer): Buffer {
  const options = { level: 6, memLevel: 7, chunkSize: chunkSizeFor(bytes), ...(window.length === 0 ? {} : { dictionary: window }) };
  if (bytes.length <= SHORT_BYTES) {
    const block = deflateRawSync(bytes, options);
    if (startsWithFixedBlock(block)) return asNonFinalBlock(block);
  }
  return deflateRawSync(bytes, { ...options, finishFlush: constants.Z_SYNC_FLUSH });
}

const NOTHING = Buffer.alloc(0);
const packedAlone = new WeakMap<Buffer, Buffer>();

/** Packs bytes without a window; cached for all readers that receive the same buffer. */
export function deflateAlone(bytes: Buffer): Buffer {
  let packed = packedAlone.get(bytes);
  if (packed === undefined) {
    packed = deflateInWindow(bytes, NOTHING);
    packedAlone.set(bytes, packed);
  }
  return packed;
}

/** Stores bytes without compression, for padding that must keep its length. */
export function deflateStored(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { level: 0, finishFlush: constants.Z_SYNC_FLUSH });
}
