import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { asNonFinalBlock, deflateInWindow, startsWithFixedBlock } from "./deflate-window.ts";

const SEED = Number(process.env.SEED ?? 20261129);
const NOTHING = Buffer.alloc(0);
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 3000 }).map((some) => Buffer.from(some)),
  fc.tuple(fc.string({ minLength: 1, maxLength: 20 }), fc.nat(100)).map(([text, times]) => Buffer.from(text.repeat(times))),
);

describe(`F16 packed messages, seed ${SEED}`, () => {
  it("equal the output of zlib, for any pieces", () => {
    fc.assert(
      fc.property(bytes, bytes, (message, window) => {
        const packed = deflateInWindow(message, window);
        const dictionary = window.length === 0 ? {} : { dictionary: window };
        expect(inflateRawSync(packed, { ...dictionary, finishFlush: constants.Z_SYNC_FLUSH })).toEqual(message);
        if (message.length > 512)
          expect(packed).toEqual(deflateRawSync(message, { level: 6, memLevel: 7, ...dictionary, finishFlush: constants.Z_SYNC_FLUSH }));
      }),
      { seed: SEED },
    );
  });
  it("of a kilobyte take at most one buffer of Node's pool", () => {
    const message = Buffer.from(Array.from({ length: 1000 }, (_, at) => (at * 7919) % 251));
    // Node allocates small buffers in a shared pool.
    expect(deflateInWindow(message, NOTHING).buffer.byteLength).toBeLessThanOrEqual(Buffer.poolSize);
  });
});

describe("asNonFinalBlock", () => {
  const SEED = Number(process.env.SEED ?? 20261125);
  /** Text as in real messages, and bytes that need codes of nine bits. */
  const message = fc.oneof(
    fc
      .array(fc.constantFrom("id:abc.", "event:frame\n", "data:", "node-", "A", "b", "7", "{", "\n\n"), { maxLength: 60 })
      .map((parts) => Buffer.from(parts.join(""))),
    fc.uint8Array({ maxLength: 700 }).map((bytes) => Buffer.from(bytes)),
  );
  const flushedByZlib = (bytes: Buffer, window: Buffer) =>
    deflateRawSync(bytes, {
      level: 6,
      memLevel: 7,
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(window.length === 0 ? {} : { dictionary: window }),
    });

  test(`F16 consecutive blocks decode to their messages one by one, and none is longer than zlib's, seed ${SEED}`, () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
        const stream: Buffer[] = [];
        let before = Buffer.alloc(0);
        for (const each of messages) {
          const packed = deflateInWindow(each, before);
          expect(packed.length).toBeLessThanOrEqual(flushedByZlib(each, before).length);
          stream.push(packed);
          before = Buffer.concat([before, each]);
          expect(inflateRawSync(Buffer.concat(stream), { finishFlush: constants.Z_SYNC_FLUSH })).toEqual(before);
        }
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  test("F16 a block ends at a byte boundary for any number of remaining bits", () => {
    const added = new Set<number>();
    for (let wide = 0; wide < 8; wide++) {
      // Bytes above 143 have codes of nine bits. All others here have eight.
      const text = Buffer.from([100, 97, 116, 97, 58, ...Array.from({ length: wide }, (_, at) => 160 + 3 * at)]);
      const block = deflateRawSync(text);
      expect(startsWithFixedBlock(block)).toBe(true);
      const packed = asNonFinalBlock(block);
      added.add(packed.length - block.length);
      expect(inflateRawSync(Buffer.concat([packed, deflateRawSync(text)]))).toEqual(Buffer.concat([text, text]));
    }
    expect([...added].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
