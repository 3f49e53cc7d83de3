import { expect, test } from "vitest";
import { createRandom } from "./random.ts";

test.each([0, 1, 2, 7, 5000])("S25 a shuffle of %i that is skipped leaves chance where the shuffle would have", (length) => {
  const shuffled = createRandom(3);
  const skipped = createRandom(3);
  shuffled.shuffle(new Array(length).fill(0));
  skipped.skipShuffle(length);
  expect(skipped.next()).toBe(shuffled.next());
});
