import { constants, deflateRawSync } from "node:zlib";
import { distanceCost, FixedBlockWriter, lengthCost, literalCost, MAX_MATCH } from "./fixed-block.ts";

/** Maximum window of packed messages: the bytes before a message to which it may refer. */
export const WINDOW_BYTES = 8192;

/** Longer messages are left to zlib, whose blocks have their own codes. For a short one zlib takes 200 µs per call and
 *  150 KB of memory, `#packShort` 20 µs for as few bytes. */
const SHORT_BYTES = 512;
/** Above this share of its plain bytes a short message may be smaller with zlib. */
const DENSE_SHARE = 0.7;

/** Reserve for the block headers of incompressible content. A result keeps its whole zlib chunk in memory, 16 KB by
 *  default. So the chunk has the message's size plus this reserve. */
const HEADER_RESERVE_BYTES = 128;
const MIN_CHUNK_BYTES = 256;

/** Space for windows and messages until the last window moves to the front. A position plus 1 has 16 bits. */
const TEXT_BYTES = 4 * WINDOW_BYTES;
const HASH_BITS = 12;
const MIN_MATCH = 3;
const HASH_MASK = (1 << HASH_BITS) - 1;
/** Positions that are compared for the longest match. */
const MAX_CANDIDATES = 8;

/** Packs bytes with zlib as whole deflate blocks, none of them the last. They end at a byte. */
export function deflateBlocks(bytes: Uint8Array, window?: Uint8Array): Buffer {
  return deflateRawSync(bytes, {
    level: 6,
    memLevel: 7,
    chunkSize: Math.max(MIN_CHUNK_BYTES, bytes.length + HEADER_RESERVE_BYTES),
    finishFlush: constants.Z_SYNC_FLUSH,
    ...(window === undefined || window.length === 0 ? {} : { dictionary: window }),
  });
}

/** Packs messages, each as whole deflate blocks that end at a byte. They may refer to the *window*: the whole messages
 *  before them, at most `WINDOW_BYTES`. */
export class MessagePacker {
  readonly #text = new Uint8Array(TEXT_BYTES);
  #end = 0;
  /** Lengths of the messages of the window, and their sum. */
  #lengths: number[] = [];
  #windowBytes = 0;
  /** Positions below have a hash. By hash the last position, and by position the one before with the same hash; both
   *  plus 1, and 0 for none. */
  #hashed = 0;
  readonly #last = new Uint16Array(1 << HASH_BITS);
  readonly #before = new Uint16Array(TEXT_BYTES);
  /** By position in a short message: the fewest bits to its end, and the match that leads there. */
  readonly #costs = new Uint32Array(SHORT_BYTES + 1);
  readonly #matchLengths = new Uint16Array(SHORT_BYTES);
  readonly #matchDistances = new Uint16Array(SHORT_BYTES);
  readonly #writer = new FixedBlockWriter();

  /** Packs the next message, and adds it to the window. */
  pack(message: Buffer): Buffer {
    const windowBytes = this.#windowBytes;
    if (message.length > SHORT_BYTES) {
      const packed = deflateBlocks(message, this.#text.subarray(this.#end - windowBytes, this.#end));
      this.add(message);
      return packed;
    }
    this.add(message);
    const start = this.#end - message.length;
    const packed = this.#packShort(start, start - windowBytes);
    if (packed.length <= message.length * DENSE_SHARE) return packed;
    const other = deflateBlocks(message, this.#text.subarray(start - windowBytes, start));
    return other.length < packed.length ? other : packed;
  }

  /** Adds a message to the window. */
  add(message: Buffer): void {
    if (this.#end + message.length > TEXT_BYTES) this.#moveToFront();
    this.#lengths.push(message.length);
    this.#windowBytes += message.length;
    while (this.#windowBytes > WINDOW_BYTES) this.#windowBytes -= this.#lengths.shift() ?? 0;
    if (this.#windowBytes === 0) return this.clear();
    this.#text.set(message, this.#end);
    this.#end += message.length;
  }

  clear(): void {
    this.#end = 0;
    this.#lengths = [];
    this.#windowBytes = 0;
    this.#forgetHashes();
  }

  #moveToFront(): void {
    this.#text.copyWithin(0, this.#end - this.#windowBytes, this.#end);
    this.#end = this.#windowBytes;
    this.#forgetHashes();
  }

  #forgetHashes(): void {
    this.#hashed = 0;
    this.#last.fill(0);
  }

  #hashAll(): void {
    const [text, last, before] = [this.#text, this.#last, this.#before];
    for (; this.#hashed <= this.#end - MIN_MATCH; this.#hashed++) {
      const at = this.#hashed;
      const hash = (((text[at] ?? 0) << 8) ^ ((text[at + 1] ?? 0) << 4) ^ (text[at + 2] ?? 0)) & HASH_MASK;
      before[at] = last[hash] ?? 0;
      last[hash] = at + 1;
    }
  }

  /** Packs the bytes from `start` on, with the fewest bits that fixed codes allow. `oldest`: begin of the window. */
  #packShort(start: number, oldest: number): Buffer {
    this.#hashAll();
    const [text, end] = [this.#text, this.#end];
    const [costs, lengths, distances] = [this.#costs, this.#matchLengths, this.#matchDistances];
    costs[end - start] = 0;
    for (let at = end - 1; at >= start; at--) this.#choose(at, start, oldest);
    const writer = this.#writer;
    writer.begin();
    for (let at = start; at < end; at += lengths[at - start] || 1) {
      const length = lengths[at - start] ?? 0;
      if (length === 0) writer.literal(text[at] ?? 0);
      else writer.match(length, distances[at - start] ?? 0);
    }
    return writer.end();
  }

  /** Chooses a literal or a match for a position, given the choices for all later ones. */
  #choose(at: number, start: number, oldest: number): void {
    // Without array patterns: they use iterators, and this runs once per byte.
    const text = this.#text;
    const before = this.#before;
    const costs = this.#costs;
    const index = at - start;
    const most = Math.min(MAX_MATCH, this.#end - at);
    let least = literalCost(text[at] ?? 0) + (costs[index + 1] ?? 0);
    let matchLength = 0;
    let matchDistance = 0;
    let longest = MIN_MATCH - 1;
    let other = most < MIN_MATCH ? -1 : (before[at] ?? 0) - 1;
    for (let left = MAX_CANDIDATES; left > 0 && other >= oldest && longest < most; left--) {
      let length = 0;
      if (text[other + longest] === text[at + longest]) while (length < most && text[other + length] === text[at + length]) length++;
      // The nearest position with a match of a length has the shortest code.
      const distanceBits = distanceCost(at - other);
      for (let each = longest + 1; each <= length; each++) {
        const cost = distanceBits + lengthCost(each) + (costs[index + each] ?? 0);
        if (cost >= least) continue;
        least = cost;
        matchLength = each;
        matchDistance = at - other;
      }
      if (length > longest) longest = length;
      other = (before[other] ?? 0) - 1;
    }
    costs[index] = least;
    this.#matchLengths[index] = matchLength;
    this.#matchDistances[index] = matchDistance;
  }
}
