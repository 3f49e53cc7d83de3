import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isInPartition, shardSelector } from "./pod-partition.ts";
import { shardHash } from "./shard-hash.ts";

const SEED = Number(process.env.SEED ?? 20261125);

/** FNV-1a in its plain form, with big integers. */
function plainHash(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const letter of text) hash = BigInt.asUintN(64, (hash ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n);
  return hash;
}

describe(`the shard of a pod, seed ${SEED}`, () => {
  it("the hash is 64-bit FNV-1a", () => {
    expect(plainHash("foobar")).toBe(0x85944171f73967e8n);
    expect(shardHash("foobar")).toBe(0x85944171);
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), fc.string({ unit: "binary-ascii" })), (uid) => {
        expect(shardHash(uid)).toBe(Number(plainHash(uid) >> 32n));
      }),
      { seed: SEED },
    );
  });
  it("each pod is in the one shard whose range contains its hash", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 32 }), (uid, of) => {
        const shards = Array.from({ length: of }, (_value, at) => at).filter((at) => isInPartition({ kind: "shard", at, of }, uid));
        expect(shards).toHaveLength(1);
        const [, from = "", to = ""] = /'(0x[0-9a-f]+)', '(0x[0-9a-f]+)'/.exec(shardSelector(shards[0] ?? 0, of)) ?? [];
        expect(BigInt(from) <= plainHash(uid) && plainHash(uid) < BigInt(to)).toBe(true);
      }),
      { seed: SEED },
    );
  });
  it("selectors have the API server's format, and cover all hashes", () => {
    expect([0, 1].map((at) => shardSelector(at, 2))).toEqual([
      "shardRange(object.metadata.uid, '0x0000000000000000', '0x8000000000000000')",
      "shardRange(object.metadata.uid, '0x8000000000000000', '0x10000000000000000')",
    ]);
    expect([0, 1, 2].map((at) => shardSelector(at, 3))).toEqual([
      "shardRange(object.metadata.uid, '0x0000000000000000', '0x5555555500000000')",
      "shardRange(object.metadata.uid, '0x5555555500000000', '0xaaaaaaaa00000000')",
      "shardRange(object.metadata.uid, '0xaaaaaaaa00000000', '0x10000000000000000')",
    ]);
  });
});
