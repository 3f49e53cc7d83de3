import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, it } from "vitest";
import { KeyedHash } from "./keyed-hash.ts";

const hashed = (hash: KeyedHash, update: (hash: KeyedHash) => void): string => {
  const fingerprint = { a: 0, b: 0 };
  hash.begin();
  update(hash);
  hash.endInto(fingerprint);
  return [fingerprint.a, fingerprint.b].map((word) => word.toString(16).padStart(8, "0")).join(" ");
};

it("matches the HalfSipHash reference of vectors.h under its key for empty input", () => {
  const bytes = Buffer.from("218d1f59b9b83cc8", "hex");
  const expected = [0, 4].map((at) => bytes.readUInt32LE(at).toString(16).padStart(8, "0")).join(" ");
  expect(hashed(new KeyedHash(0x03020100, 0x07060504), () => undefined)).toBe(expected);
});

it("distinguishes contents, also with equal concatenated bytes, and regardless of earlier hashes", () => {
  const parts = fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 6 });
  const hash = new KeyedHash(1, 2);
  const hashOf = (all: readonly Uint8Array[]) =>
    hashed(hash, (each) => {
      for (const part of all) each.bytes(Buffer.from(part), 0, part.length);
    });
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      const isSame = JSON.stringify(one.map((part) => [...part])) === JSON.stringify(other.map((part) => [...part]));
      expect(hashOf(one) === hashOf(other)).toBe(isSame);
      expect(hashOf([Buffer.concat(one)]) === hashOf(one)).toBe(one.length === 1);
    }),
    { seed: 20261126, numRuns: 500 },
  );
});

it("hashes contents of any length, and every bit changes the result", () => {
  const hash = new KeyedHash(1, 2);
  const long = Buffer.alloc(20_000, 7);
  const hashOf = (bytes: Buffer) => hashed(hash, (each) => each.bytes(bytes, 0, bytes.length));
  const before = hashOf(long);
  for (const at of [0, 1, 9_999, 19_999]) {
    const other = Buffer.from(long);
    other[at] = 6;
    expect(hashOf(other)).not.toBe(before);
  }
  expect(hashOf(long)).toBe(before);
});
