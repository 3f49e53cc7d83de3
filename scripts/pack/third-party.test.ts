import { expect, test } from "vitest";
import { isPermissive, licenceProblems, mergedEntries, thirdPartyText } from "./third-party.mjs";

const entry = (name: string, identifier: string | undefined, text = "the text") => ({ name, version: "1.0.0", identifier, text });

test.each([
  ["MIT", true],
  ["(MIT OR GPL-3.0-only)", true],
  ["MIT AND BSD-3-Clause", true],
  ["MIT AND GPL-3.0-only", false],
  ["AGPL-3.0", false],
  ["SEE LICENSE IN x", false],
])("%s is permissive: %s", (expression, expected) => expect(isPermissive(expression)).toBe(expected));

test("a package that may not be redistributed is reported with the reason", () => {
  expect(licenceProblems([entry("a", "MIT"), entry("b", "GPL-2.0"), entry("c", undefined), entry("d", "ISC", "")])).toEqual([
    expect.stringContaining("b 1.0.0 is under GPL-2.0"),
    "c 1.0.0 names no licence in its package.json",
    "d 1.0.0 (ISC) carries no text of its licence",
  ]);
});

test("the list has a package of server and page once, and a shared licence text once", () => {
  const text = thirdPartyText(
    mergedEntries([entry("b", "ISC", "shared"), entry("a", "MIT", "own")], [entry("b", "ISC", "shared"), entry("c", "ISC", "shared")]),
  );
  expect(text.match(/^ {2}b 1\.0\.0/gm)).toHaveLength(1);
  expect(text.match(/^shared$/gm)).toHaveLength(1);
  expect(text.indexOf("  a 1.0.0 (MIT)")).toBeLessThan(text.indexOf("  b 1.0.0 (ISC)"));
});
