import { expect, test } from "vitest";
import { shortNames } from "./Unhyphenated.tsx";

const LONG = `${"a".repeat(40)}${"b".repeat(150)}${"c".repeat(23)}`;
const ENGLISH = "5 of 5 available; 2 nodes are being removed (karpenter.sh/disrupted)";
const CHINESE = "可用".repeat(40);

test.each([
  ["a long name", `${LONG} is available`, `${"a".repeat(40)}…${"c".repeat(23)} is available`],
  ["a name of 64 characters", "d".repeat(64), "d".repeat(64)],
  ["a long sentence in English", ENGLISH, ENGLISH],
  ["a long sentence in Chinese", CHINESE, CHINESE],
])("shortens long names and no sentences: %s", (_, text, expected) => {
  expect(shortNames(text)).toBe(expected);
});
