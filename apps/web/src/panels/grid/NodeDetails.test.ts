import { expect, test } from "vitest";
import { listedLines } from "./NodeDetails.tsx";

const LONG = "x".repeat(381);

test.each([
  ["nothing of an empty list", [], [], 0],
  ["all that fit", ["a", "b", "c"], ["a", "b", "c"], 0],
  ["the lines that fit, with the number of the others", ["a", "b", "c", "d", "e", "f"], ["a", "b", "c"], 3],
  ["the last line instead of a count of one", ["a", "b", "c", "d"], ["a", "b", "c", "d"], 0],
  ["a line longer than the limit, as a whole", [LONG, "b", "c"], [LONG], 2],
  ["no line after one that does not fit", ["a", LONG, "c"], ["a"], 2],
])("lists %s", (_name, texts, shown, more) => {
  expect(listedLines(texts, 40, 3)).toEqual({ shown, more });
});
