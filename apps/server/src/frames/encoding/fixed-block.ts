// A deflate block of fixed codes, as RFC 1951 defines it in 3.2.3 to 3.2.6.

const BITS_PER_BYTE = 8;
const END_OF_BLOCK = 256;
const MIN_MATCH = 3;
export const MAX_MATCH = 258;
/** The three bits before a block of fixed codes that is not the last. */
const FIXED_HEADER = 2;
/** Bits of such a block without content: its header and the end. */
const EMPTY_BITS = 10;
/** An empty stored block after its header bits, which are 0. */
const STORED_LENGTHS = [0, 0, 0xff, 0xff];

const reversed = (value: number, bits: number): number => {
  let result = 0;
  for (let bit = 0; bit < bits; bit++) result |= ((value >> bit) & 1) << (bits - 1 - bit);
  return result;
};

/** Bits of a symbol and its code, whose first bit is the lowest. */
const symbolBits = (symbol: number): number => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8);
const firstCodes = (symbol: number): number =>
  symbol < 144 ? 0x30 + symbol : symbol < 256 ? 0x190 + symbol - 144 : symbol < 280 ? symbol - 256 : 0xc0 + symbol - 280;
const SYMBOL_CODES = Uint16Array.from({ length: 288 }, (_, symbol) => reversed(firstCodes(symbol), symbolBits(symbol)));
const DISTANCE_CODES = Uint8Array.from({ length: 30 }, (_, symbol) => reversed(symbol, 5));

/** Bits that follow the symbol of a length or a distance. */
const lengthExtraBits = (symbol: number): number => (symbol < 265 || symbol === 285 ? 0 : (symbol - 261) >> 2);
const distanceExtraBits = (symbol: number): number => (symbol < 4 ? 0 : (symbol >> 1) - 1);

const LENGTH_SYMBOLS = new Uint16Array(MAX_MATCH + 1);
const LENGTH_BASES = new Uint16Array(288);
for (let symbol = 257, base = MIN_MATCH; symbol < 285; symbol++) {
  LENGTH_BASES[symbol] = base;
  for (const end = base + (1 << lengthExtraBits(symbol)); base < end; base++) LENGTH_SYMBOLS[base] = symbol;
}
LENGTH_SYMBOLS[MAX_MATCH] = 285;
LENGTH_BASES[285] = MAX_MATCH;

/** Two symbols for each power of two. */
const distanceSymbol = (distance: number): number => {
  if (distance < 5) return distance - 1;
  const power = 31 - Math.clz32(distance - 1);
  return 2 * power + (((distance - 1) >> (power - 1)) & 1);
};
const distanceBase = (symbol: number): number => (symbol < 4 ? symbol + 1 : ((2 + (symbol & 1)) << ((symbol >> 1) - 1)) + 1);

/** Bits of a literal byte. */
export const literalCost = (byte: number): number => symbolBits(byte);
const LENGTH_COSTS = Uint8Array.from(LENGTH_SYMBOLS, (symbol) => symbolBits(symbol) + lengthExtraBits(symbol));
/** Bits of a match. */
export const lengthCost = (length: number): number => LENGTH_COSTS[length] ?? 0;
export const distanceCost = (distance: number): number => 5 + distanceExtraBits(distanceSymbol(distance));

/** Writes one block, and ends at a byte so that other blocks may follow. */
export class FixedBlockWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;
  /** Bits that do not fill a byte yet. */
  #pending = 0;
  #pendingBits = 0;

  begin(): void {
    this.#length = 0;
    this.#put(FIXED_HEADER, 3);
  }

  literal(byte: number): void {
    this.#symbol(byte);
  }

  match(length: number, distance: number): void {
    const symbol = LENGTH_SYMBOLS[length] ?? 0;
    this.#symbol(symbol);
    this.#put(length - (LENGTH_BASES[symbol] ?? 0), lengthExtraBits(symbol));
    const far = distanceSymbol(distance);
    this.#put(DISTANCE_CODES[far] ?? 0, 5);
    this.#put(distance - distanceBase(far), distanceExtraBits(far));
  }

  /** Ends the block. At most three empty blocks of ten bits fill the last byte if the number of its free bits is even.
   *  Otherwise a stored block does. Returns a copy of the bytes. */
  end(): Buffer {
    this.#symbol(END_OF_BLOCK);
    if (this.#pendingBits % 2 === 0) while (this.#pendingBits > 0) this.#put(FIXED_HEADER, EMPTY_BITS);
    else {
      this.#put(0, this.#pendingBits > BITS_PER_BYTE - 3 ? 2 * BITS_PER_BYTE - this.#pendingBits : BITS_PER_BYTE - this.#pendingBits);
      for (const byte of STORED_LENGTHS) this.#put(byte, BITS_PER_BYTE);
    }
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  #symbol(symbol: number): void {
    this.#put(SYMBOL_CODES[symbol] ?? 0, symbolBits(symbol));
  }

  #put(value: number, bits: number): void {
    this.#pending |= value << this.#pendingBits;
    this.#pendingBits += bits;
    for (; this.#pendingBits >= BITS_PER_BYTE; this.#pendingBits -= BITS_PER_BYTE) {
      this.#bytes[this.#length++] = this.#pending;
      this.#pending >>>= BITS_PER_BYTE;
    }
  }
}
