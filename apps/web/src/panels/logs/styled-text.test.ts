import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "../../words/format/plain-text.ts";
import { styledText } from "./styled-text.ts";

const shown = (written: string): string => {
  const { text, stretches } = styledText(written);
  let out = "";
  let at = 0;
  for (const { from, until, colour, isBold } of stretches) {
    out += `${text.slice(at, from)}<${colour ?? ""}${isBold ? "b" : ""}:${text.slice(from, until)}>`;
    at = until;
  }
  return out + text.slice(at);
};

test.each([
  ["plain", "plain"],
  ["\u001b[31mred\u001b[0m and \u001b[1mbold\u001b[22m not", "<1:red> and <b:bold> not"],
  ["\u001b[1;92mOK\u001b[m", "<10b:OK>"],
  ["\u001b[33;1mwarn\u001b[39m still bold\u001b[0m", "<3b:warn><b: still bold>"],
  ["\u009b34mone unit begins it\u009b0m", "<4:one unit begins it>"],
  ["\u001b[38;5;9mlow\u001b[38;5;200mhigh\u001b[0m", "<9:low>high"],
  ["\u001b[38;2;31;32;33mthree\u001b[48;5;31mground\u001b[4;7;8mhidden", "threegroundhidden"],
  ["\u001b[38:2::31:32:33mcolons\u001b[31m", "colons"],
  ["\u001b[31m\u001b[31mtwice\u001b[31m as one", "<1:twice as one>"],
  ["\u001b[31mone\u001b[2K\u001b[Hline", "<1:oneline>"],
  ["\u001b[999999999999999999;31mred", "<1:red>"],
  ["\u001b]8;;javascript:alert(1)\u0007\u001b[32mlink\u001b]8;;\u0007", "<2:link>"],
  ["\u001b]0;title \u001b[31m hides\u0007after", "<1: hides␇after>"],
  ["\u001bP\u001b[31mx\u001b\\y", "<1:xy>"],
  ["\u001b[31m\u202eturned\u0000", "<1:\\u202eturned␀>"],
  ["ends within \u001b[3", "ends within 3"],
])("%j is styled as %j", (written, expected) => {
  expect(shown(written)).toBe(expected);
});

test("G13 a line with endless style changes produces a bounded number of elements", () => {
  const { text, stretches } = styledText("\u001b[31ma\u001b[32mb".repeat(2000));
  expect(text).toBe("ab".repeat(2000));
  expect(stretches.length).toBeLessThanOrEqual(60);
});

test("G13 keeps the text unchanged without styles, and orders styles inside it, for any input", () => {
  const pieces = fc.constantFrom(
    "\u001b",
    "[",
    "]",
    "31",
    "1",
    "38",
    "5",
    ";",
    ":",
    "m",
    "P",
    "\\",
    "\u0007",
    "\u009b",
    "text",
    "0",
    "\u202e",
    " ",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      const written = parts.join("");
      const { text, stretches } = styledText(written);
      expect(text).toBe(plainText(written));
      let at = 0;
      for (const { from, until } of stretches) {
        expect(from).toBeGreaterThanOrEqual(at);
        expect(until).toBeGreaterThan(from);
        at = until;
      }
      expect(at).toBeLessThanOrEqual(text.length);
    }),
    { seed: 20261121, numRuns: 2000 },
  );
});
