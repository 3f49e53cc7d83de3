import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const MB = 1024 * 1024;

/**
 * The unpacked size that every block may have, and that a file may have in addition to its ratio. The columns of one
 * DaemonSet at 100,000 identical nodes are 2.4 MB of text, and less than a kilobyte in brotli.
 */
export const FREE_BYTES = 4 * MB;
/**
 * Beyond FREE_BYTES a block unpacks to at most this multiple of its size. Other blocks of simulated clusters have up
 * to 13.
 */
const MAX_RATIO = 64;
/** The same for a file: those of simulated clusters have 4 to 5. */
const MAX_FILE_RATIO = 32;
/** About the length of the longest string of V8. */
const LARGEST_BYTES = 512 * MB;

/** Returns the most bytes to which a block of this size may unpack. */
export const mostUnpacked = (packedBytes: number): number => Math.min(LARGEST_BYTES, FREE_BYTES + MAX_RATIO * packedBytes);

const inMb = (bytes: number) => `${Math.max(1, Math.round(bytes / MB))} MB`;

/**
 * Data that unpacks to more, or takes more memory, than its size allows. The message is the end of a sentence about
 * the data.
 */
export class UnpackedTooFar extends Error {
  override readonly name = "UnpackedTooFar";
  constructor(what: string) {
    super(`${what}, which is too much for its size: it was made to fill memory, or was altered`);
  }
}

export const unpacksTo = (limitBytes: number): UnpackedTooFar => new UnpackedTooFar(`unpacks to more than ${inMb(limitBytes)}`);

/** Memory that any recording may take, regardless of its size, in addition to that of the program and the file. A
 *  recording of 100 nodes takes a third of it. */
const BASE_MEMORY_BYTES = 48 * MB;
/**
 * Further live memory for each byte of a file. A recording of 5,000 nodes and 12 DaemonSets takes 13, garbage
 * included.
 */
const MEMORY_RATIO = 24;
/** After a garbage collection the process may grow by at least this size before the next one. */
const MIN_GROWTH_BYTES = 8 * MB;
/** The memory is checked once per this number of time slices. */
const PARTS_PER_CHECK = 16;

const tooMuchMemory = (mostBytes: number) => new UnpackedTooFar(`takes more than ${inMb(mostBytes)} of memory`);

/** The memory of an empty object, and of a short text, in V8, each with its entry in a list. */
const OBJECT_BYTES = 64;
const TEXT_BYTES = 32;
const OPENING_BRACE = 0x7b;
const OPENING_BRACKET = 0x5b;
const QUOTE = 0x22;

/** Reads the memory of this process. Tests replace it. */
export interface MemoryMeter {
  /** Cheap, and includes garbage. */
  residentBytes(): number;
  /** Memory of objects, including garbage. */
  usedBytes(): number;
  /** Memory of objects after a garbage collection, which is slow. */
  liveBytes(): number;
}

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let collect: (() => void) | undefined;

const PROCESS_MEMORY: MemoryMeter = {
  residentBytes: () => process.memoryUsage.rss(),
  usedBytes,
  liveBytes() {
    if (collect === undefined) {
      setFlagsFromString("--expose-gc");
      collect = runInNewContext("gc") as () => void;
    }
    collect();
    return usedBytes();
  },
};

/**
 * Limits for reading one file: its total unpacked size, and the memory in use meanwhile. All methods throw
 * UnpackedTooFar.
 */
export class FileLimits {
  readonly #mostUnpacked: number;
  readonly #mostMemory: number;
  readonly #meter: MemoryMeter;
  readonly #usedBefore: number;
  #unpacked = 0;
  #checkAtBytes: number;
  #parts = 0;

  constructor(fileBytes: number, meter: MemoryMeter = PROCESS_MEMORY) {
    this.#mostUnpacked = FREE_BYTES + MAX_FILE_RATIO * fileBytes;
    this.#mostMemory = BASE_MEMORY_BYTES + MEMORY_RATIO * fileBytes;
    this.#meter = meter;
    this.#usedBefore = meter.usedBytes();
    this.#checkAtBytes = meter.residentBytes() + this.#mostMemory;
  }

  /** Adds an unpacked size of the file. */
  unpacked(bytes: number): void {
    this.#unpacked += bytes;
    if (this.#unpacked > this.#mostUnpacked) throw unpacksTo(this.#mostUnpacked);
  }

  /**
   * Rejects a JSON text whose objects, lists and texts would take more memory than the file may: `{},` is three
   * characters and 64 bytes. O(characters).
   */
  mayParse(text: string): void {
    let bytes = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === OPENING_BRACE || unit === OPENING_BRACKET) bytes += OBJECT_BYTES;
      else if (unit === QUOTE) bytes += TEXT_BYTES / 2;
    }
    if (bytes > this.#mostMemory) throw tooMuchMemory(this.#mostMemory);
  }

  /**
   * Checks the memory. Collects garbage only if the process has grown by the allowed memory, or enough since the last
   * collection.
   */
  check(): void {
    const resident = this.#meter.residentBytes();
    if (resident <= this.#checkAtBytes) return;
    const leftBytes = this.#mostMemory - (this.#meter.liveBytes() - this.#usedBefore);
    if (leftBytes < 0) throw tooMuchMemory(this.#mostMemory);
    // A part of the growth was garbage, whose memory the process keeps and uses again.
    this.#checkAtBytes = this.#meter.residentBytes() + MIN_GROWTH_BYTES + leftBytes / 2;
  }

  /** Runs the same work, and checks the memory once per `PARTS_PER_CHECK` time slices. */
  *checked<T>(parts: Generator<undefined, T>): Generator<undefined, T> {
    for (;;) {
      const { done, value } = parts.next();
      if (done) return value;
      if (++this.#parts % PARTS_PER_CHECK === 0) this.check();
      yield;
    }
  }
}
