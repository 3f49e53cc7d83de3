import { expect, it } from "vitest";
import { COUNTS, shownChange } from "./count-change.ts";

it.each([
  ["R", 437, 38, "+38"],
  ["R", 4937, 38, undefined],
  ["C", 4995, -5, "−5"],
  ["C", 4995, -24, undefined],
  ["U", 4995, 240, "+240"],
  ["A", 49, 0, undefined],
])("shows a change only if it fits before the number, column %s, %i by %i", (letter, value, change, shown) => {
  const room = COUNTS.find((column) => column.letter === letter)?.room ?? 0;
  expect(shownChange(room, value, change)).toBe(shown);
});
