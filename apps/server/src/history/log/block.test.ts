import fc from "fast-check";
import { expect, it } from "vitest";
import { BLOCK, blockKindOf, completeBlocks, inflateBlock, packBlock } from "./block.ts";

const SEED = Number(process.env.SEED ?? 20260118);

it(`L4 reads everything before a cut or altered byte, and returns the unread length, seed ${SEED}`, async () => {
  const texts = ["a", "b".repeat(5000), '[5,0,0]\n[6,1,"x"]', ""];
  const written = await Promise.all(texts.map((text) => packBlock(BLOCK.entries, text)));
  const bytes = Buffer.concat(written);
  const ends = written.map((_, at) => Buffer.concat(written.slice(0, at + 1)).length);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length), fc.option(fc.nat(bytes.length - 1), { nil: undefined }), async (cut, flipped) => {
      const damaged = Buffer.from(bytes.subarray(0, cut));
      const isFlipped = flipped !== undefined && flipped < cut;
      if (isFlipped) damaged[flipped] = (damaged[flipped] ?? 0) ^ 0x10;
      const intactLength = isFlipped ? Math.min(cut, flipped) : cut;
      const { blocks, tornBytes } = completeBlocks(damaged);
      const whole = ends.filter((end) => end <= intactLength).length;
      expect(blocks).toHaveLength(whole);
      expect(tornBytes).toBe(cut - (ends[whole - 1] ?? 0));
      expect(await Promise.all(blocks.map(inflateBlock))).toEqual(texts.slice(0, whole));
      for (const block of blocks) expect(blockKindOf(block)).toBe(BLOCK.entries);
    }),
    { seed: SEED, numRuns: 200 },
  );
});
