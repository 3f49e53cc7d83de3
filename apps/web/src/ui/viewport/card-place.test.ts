import fc from "fast-check";
import { expect, test } from "vitest";
import { cardLeft, cardTop } from "./card-place.ts";

const VIEW = { top: 0, bottom: 800 };

test.each([
  ["below the cell if space allows", { top: 100, bottom: 140 }, 200, 150],
  ["above the cell if only that fits", { top: 700, bottom: 740 }, 200, 490],
  ["over the cell if neither side has space", { top: 380, bottom: 420 }, 500, 292],
  ["at the top of the window if it is higher than the window", { top: 380, bottom: 420 }, 900, 8],
] as const)("places a card %s", (_name, cell, height, top) => {
  expect(cardTop(cell, height, VIEW)).toBe(top);
});

test("a card that fits the window is completely inside it, for any cell", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 780 }),
      fc.integer({ min: 2, max: 60 }),
      fc.integer({ min: 20, max: 784 }),
      (top, size, height) => {
        const at = cardTop({ top, bottom: top + size }, height, VIEW);
        expect(at).toBeGreaterThanOrEqual(8);
        expect(at + height).toBeLessThanOrEqual(792);
      },
    ),
    { seed: 30 },
  );
});

test.each([
  [100, 340, 1400, 110],
  [1300, 340, 1400, 1060],
  [60, 340, 330, 0],
])("a cell that ends at %d has its card of %d in a field of %d at %d", (right, width, field, left) => {
  expect(cardLeft(right, width, field)).toBe(left);
});
