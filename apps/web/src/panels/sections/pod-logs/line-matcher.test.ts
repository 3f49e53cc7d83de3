import { expect, test } from "vitest";
import { lineMatcher } from "./line-matcher.ts";

test.each([
  ["", false, "anything", "all"],
  ["ERR", false, "an error", true],
  ["a.c", false, "abc", false],
  ["a.c", true, "xABCx", true],
  ["^a", true, "ba", false],
  ["(", true, "(", "unusable"],
  ["(", false, "(", true],
])("%j as expression %s matches %j: %s", (find, isRegex, text, expected) => {
  const matcher = lineMatcher(find, isRegex);
  expect(matcher.kind === "some" ? matcher.matches(text) : matcher.kind).toBe(expected);
});
