import { expect, test } from "vitest";
import { listedLines } from "./listed-lines.ts";

const LONG = "x".repeat(381);

test.each([
  ["nothing of nothing", [], [], 0],
  ["all that fit", ["a", "b", "c"], ["a", "b", "c"], 0],
  ["those that fit, and how many are left", ["a", "b", "c", "d", "e", "f"], ["a", "b", "c"], 3],
  ["the last instead of saying that one is left", ["a", "b", "c", "d"], ["a", "b", "c", "d"], 0],
  ["one that is longer than the room, whole", [LONG, "b", "c"], [LONG], 2],
  ["none after one that does not fit", ["a", LONG, "c"], ["a"], 2],
])("lists %s", (_name, texts, shown, more) => {
  expect(listedLines(texts, 40, 3)).toEqual({ shown, more });
});
