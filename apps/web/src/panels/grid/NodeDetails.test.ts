import { expect, test } from "vitest";
import { listedLines, orderedKeys } from "./NodeDetails.tsx";

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

test("deprecated keys come after those that say the same", () => {
  const keys = [
    "beta.kubernetes.io/os",
    "topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/zone",
    "kubernetes.io/os",
    "alphabeta.kubernetes.io/own",
  ];
  expect(orderedKeys(keys)).toEqual([
    "alphabeta.kubernetes.io/own",
    "kubernetes.io/os",
    "topology.kubernetes.io/zone",
    "beta.kubernetes.io/os",
    "failure-domain.beta.kubernetes.io/zone",
  ]);
});
