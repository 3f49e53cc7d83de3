import { expect, test } from "vitest";
import { createRandom } from "./random.ts";

test.each([0, 1, 2, 7, 5000])("S25 skipping a shuffle of %i leaves the random state of the shuffle", (length) => {
  const shuffled = createRandom(3);
  const skipped = createRandom(3);
  shuffled.shuffle(new Array(length).fill(0));
  skipped.skipShuffle(length);
  expect(skipped.next()).toBe(shuffled.next());
});
