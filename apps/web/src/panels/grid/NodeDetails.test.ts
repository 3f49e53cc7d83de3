import { expect, test } from "vitest";
import { keysWithoutRepeats, listedLines } from "./NodeDetails.tsx";

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

test("a deprecated label is left out only if its successor has the same value", () => {
  const labels = {
    "topology.kubernetes.io/zone": "b",
    "kubernetes.io/os": "linux",
    "beta.kubernetes.io/os": "linux",
    "beta.kubernetes.io/arch": "arm64",
    "failure-domain.beta.kubernetes.io/zone": "a",
  };
  expect(keysWithoutRepeats(labels)).toEqual([
    "beta.kubernetes.io/arch",
    "failure-domain.beta.kubernetes.io/zone",
    "kubernetes.io/os",
    "topology.kubernetes.io/zone",
  ]);
});
