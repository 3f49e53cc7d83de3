import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MessagePacker, WINDOW_BYTES } from "./message-packer.ts";

const SEED = Number(process.env.SEED ?? 20261129);
/** Text as in real messages, and bytes that need codes of nine bits. */
const message = fc.oneof(
  fc
    .array(fc.constantFrom("id:abc.", "event:frame\n", "data:", "node-", "A", "b", "7", "{", "\n\n"), { maxLength: 60 })
    .map((parts) => Buffer.from(parts.join(""))),
  fc.uint8Array({ maxLength: 700 }).map((bytes) => Buffer.from(bytes)),
  fc.tuple(fc.string({ minLength: 1, maxLength: 20 }), fc.nat(100)).map(([text, times]) => Buffer.from(text.repeat(times))),
  fc.constantFrom(WINDOW_BYTES - 1, WINDOW_BYTES, WINDOW_BYTES + 1, 40_000).map((length) => Buffer.alloc(length, "window")),
);
const byZlib = (bytes: Buffer, window: Buffer) =>
  deflateRawSync(bytes, {
    level: 6,
    memLevel: 7,
    finishFlush: constants.Z_SYNC_FLUSH,
    ...(window.length === 0 ? {} : { dictionary: window }),
  });

/** The whole messages at the end that fit into a window. */
function windowOf(messages: readonly Buffer[]): Buffer {
  let window = Buffer.alloc(0);
  for (const each of [...messages].reverse()) {
    if (window.length + each.length > WINDOW_BYTES) break;
    window = Buffer.concat([each, window]);
  }
  return window;
}

describe(`F16 packed messages, seed ${SEED}`, () => {
  it("decode one by one with their window alone, and none is longer than zlib's", () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 40 }), fc.nat(40), (messages, firstPacked) => {
        const packer = new MessagePacker();
        for (const [at, each] of messages.entries()) {
          if (at < firstPacked) {
            packer.add(each);
            continue;
          }
          const window = windowOf(messages.slice(0, at));
          const packed = packer.pack(each);
          expect(packed.length).toBeLessThanOrEqual(byZlib(each, window).length);
          const dictionary = window.length === 0 ? {} : { dictionary: window };
          expect(inflateRawSync(packed, { ...dictionary, finishFlush: constants.Z_SYNC_FLUSH }).equals(each)).toBe(true);
          // Other blocks may follow. An empty stored block is the last.
          expect(inflateRawSync(Buffer.concat([packed, Buffer.from([1, 0, 0, 0xff, 0xff])]), dictionary).equals(each)).toBe(true);
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it("pack again after the window is cleared", () => {
    const packer = new MessagePacker();
    const text = Buffer.from("event:frame\ndata:{}\n\n");
    const first = packer.pack(text);
    expect(packer.pack(text).length).toBeLessThan(first.length);
    packer.clear();
    expect(packer.pack(text)).toEqual(first);
  });

  it("of a kilobyte take at most one buffer of Node's pool", () => {
    const bytes = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 7919) % 251));
    // Node allocates small buffers in a shared pool.
    expect(new MessagePacker().pack(bytes).buffer.byteLength).toBeLessThanOrEqual(Buffer.poolSize);
  });
});
