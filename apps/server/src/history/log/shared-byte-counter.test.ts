import fc from "fast-check";
import { expect, it } from "vitest";
import { LogWriter, memoryStore } from "./log-writer.ts";
import { fixtureEvent, playEvents, watchedWith } from "./watched.fixture.ts";

const SEED = Number(process.env.SEED ?? 20260125);
const MAX_BYTES = 12_000;

it(`counts each buffer in memory once, within the limit, seed ${SEED}`, async () => {
  let shared = 0;
  let dropped = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fixtureEvent, { minLength: 60, maxLength: 160, size: "max" }), async (history) => {
      const cluster = watchedWith(
        (header, model) =>
          new LogWriter({ header, model, store: memoryStore, maxBytes: MAX_BYTES, checkpointCost: 12, beginsAtOnce: true }),
      );
      await playEvents(cluster, history);
      const { segments, bytes } = cluster.writer;
      const blocks = segments.flatMap((segment) => segment.blocks);
      const buffers = new Set(await Promise.all(blocks.map((block) => block.packed())));
      expect(bytes).toBe([...buffers].reduce((sum, { length }) => sum + length, 0));
      // The writer keeps at least the last whole segment and those after it.
      expect(bytes <= MAX_BYTES || segments.filter(({ isWhole }) => isWhole).length <= 1).toBe(true);
      shared += blocks.length - buffers.size;
      dropped += segments[0]?.number ?? 0;
    }),
    { seed: SEED, numRuns: 10 },
  );
  expect(shared).toBeGreaterThan(0);
  expect(dropped).toBeGreaterThan(0);
});
