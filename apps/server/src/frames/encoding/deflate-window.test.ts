import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deflateInWindow } from "./deflate-window.ts";

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
        const made = deflateInWindow(message, window);
        const dictionary = window.length === 0 ? {} : { dictionary: window };
        expect(inflateRawSync(made, { ...dictionary, finishFlush: constants.Z_SYNC_FLUSH })).toEqual(message);
        if (message.length > 512)
          expect(made).toEqual(deflateRawSync(message, { level: 6, memLevel: 7, ...dictionary, finishFlush: constants.Z_SYNC_FLUSH }));
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
