import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, it } from "vitest";
import { KeyedHash } from "./keyed-hash.ts";

const summed = (sum: KeyedHash, update: (sum: KeyedHash) => void): string => {
  const print = { a: 0, b: 0 };
  sum.begin();
  update(sum);
  sum.endInto(print);
  return [print.a, print.b].map((word) => word.toString(16).padStart(8, "0")).join(" ");
};

it("matches the HalfSipHash reference of vectors.h under its key for empty input", () => {
  const bytes = Buffer.from("218d1f59b9b83cc8", "hex");
  const expected = [0, 4].map((at) => bytes.readUInt32LE(at).toString(16).padStart(8, "0")).join(" ");
  expect(summed(new KeyedHash(0x03020100, 0x07060504), () => undefined)).toBe(expected);
});

it("distinguishes contents, also with equal concatenated bytes, and regardless of earlier sums", () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 6 });
  const sum = new KeyedHash(1, 2);
  const of = (all: readonly Uint8Array[]) =>
    summed(sum, (each) => {
      for (const part of all) each.bytes(Buffer.from(part), 0, part.length);
    });
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const isSame = JSON.stringify(one.map((part) => [...part])) === JSON.stringify(other.map((part) => [...part]));
      expect(of(one) === of(other)).toBe(isSame);
      expect(of([Buffer.concat(one)]) === of(one)).toBe(one.length === 1);
    }),
    { seed: 20261126, numRuns: 500 },
  );
});

it("hashes contents of any length, and every bit changes the result", () => {
  const sum = new KeyedHash(1, 2);
  const long = Buffer.alloc(20_000, 7);
  const of = (bytes: Buffer) => summed(sum, (each) => each.bytes(bytes, 0, bytes.length));
  const before = of(long);
  for (const at of [0, 1, 9_999, 19_999]) {
    const other = Buffer.from(long);
    other[at] = 6;
    expect(of(other)).not.toBe(before);
  }
  expect(of(long)).toBe(before);
});
