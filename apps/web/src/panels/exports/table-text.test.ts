import { expect, test } from "vitest";
import { csvOf, plainTextOf } from "./table-text.ts";

test("G16 a CSV quotes special characters and disarms spreadsheet formulas", () => {
  const csv = csvOf({
    heads: ["NAME", "DESIRED"],
    rows: [
      ["a,b", 3],
      ['say "hi"', 0],
      ["=1+1", -1],
      ["@cmd", 0],
      ["+1", 0],
      ["-x", 0],
      [" =2", 0],
      ["＝3", 0],
      ["line\nbreak", 0],
    ],
  });
  expect(csv).toBe(
    '\u{feff}NAME,DESIRED\r\n"a,b",3\r\n"say ""hi""",0\r\n\'=1+1,-1\r\n\'@cmd,0\r\n\'+1,0\r\n\'-x,0\r\n\' =2,0\r\n\'＝3,0\r\n"line\nbreak",0\r\n',
  );
});

test.each([
  ["a zero-width space", "\u200b=1+1"],
  ["a byte order mark", "\ufeff=1+1"],
  ["a word joiner", "\u2060@cmd"],
  ["a direction mark", "\u202e+1"],
  ["a zero-width joiner", "\u200d=1"],
  ["a combining grapheme joiner", "\u034f=1"],
  ["a variation selector", "\ufe0f-1"],
  ["a Hangul filler", "\u3164=1"],
  ["a control character", "\u0007=1"],
  ["a soft hyphen", "\u00ad=1"],
  ["a space of unusual width", "\u3000\u00a0=1"],
  ["nothing, in a small form variant", "\ufe66 1"],
])("G16 disarms a formula after %s", (_name, cell) => {
  const [, row = ""] = csvOf({ heads: ["A"], rows: [[cell]] }).split("\r\n");
  expect(row.startsWith("'")).toBe(true);
});

test("G16 a CSV contains no character that changes the terminal or the text direction", () => {
  const csv = csvOf({ heads: ["A"], rows: [["a\u001b[31m\u0007\u009b\u202eb"], ["c\nd"]] });
  expect(csv).toBe('\u{feff}A\r\na\\u001b[31m\\u0007\\u009b\\u202eb\r\n"c\nd"\r\n');
});

test("plain text has kubectl's columns, and escapes control characters", () => {
  expect(
    plainTextOf({
      heads: ["NAME", "AGE"],
      rows: [
        ["fluent-bit", "5d"],
        ["a\u001b[31m", "1h"],
      ],
    }),
  ).toBe("NAME          AGE\nfluent-bit    5d\na\\u001b[31m   1h\n");
});
