import { expect, it } from "vitest";
import { asciiText, isAsciiLocale } from "./ascii-text.ts";

it.each([
  [{}, false],
  [{ LANG: "C" }, true],
  [{ LANG: "C.UTF-8" }, false],
  [{ LANG: "en_US.UTF-8", LC_ALL: "POSIX" }, true],
  [{ LANG: "C", LC_CTYPE: "de_DE.UTF-8", LC_ALL: "" }, false],
])("locale %j has only ASCII: %s", (environment, isAscii) => {
  expect(isAsciiLocale(environment)).toBe(isAscii);
});

it("writes symbols in ASCII, keeps the columns of a table, and escapes other characters", () => {
  expect(asciiText("  ✓ nothing restricts it")).toBe("  + nothing restricts it");
  expect(["agent   0 → 12   1 → 2   x…   y", "agent   0        1       x    y"].map(asciiText)).toEqual([
    "agent   0 -> 12  1 -> 2  x... y",
    "agent   0        1       x    y",
  ]);
  expect(asciiText("日本")).toBe("\\u65e5\\u672c");
  expect(asciiText('ds "a"   b')).toBe('ds "a"   b');
});
