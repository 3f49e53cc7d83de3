import { expect, test } from "vitest";
import { csvOf, plainTextOf } from "./table-text.ts";

test("G16 a CSV quotes what must be quoted and disarms what a spreadsheet would compute", () => {
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
  ["a space without width", "\u200b=1+1"],
  ["a byte order mark", "\ufeff=1+1"],
  ["a word joiner", "\u2060@cmd"],
  ["a mark of direction", "\u202e+1"],
  ["a joiner", "\u200d=1"],
  ["a combining joiner", "\u034f=1"],
  ["a variation selector", "\ufe0f-1"],
  ["a Hangul filler", "\u3164=1"],
  ["a control character", "\u0007=1"],
  ["a soft hyphen", "\u00ad=1"],
  ["a space of another width", "\u3000\u00a0=1"],
  ["nothing, in small form", "\ufe66 1"],
])("G16 a formula after %s is no formula", (_name, cell) => {
  const [, row = ""] = csvOf({ heads: ["A"], rows: [[cell]] }).split("\r\n");
  expect(row.startsWith("'")).toBe(true);
});

test("G16 a CSV holds no character that repaints a terminal or turns its text", () => {
  const csv = csvOf({ heads: ["A"], rows: [["a\u001b[31m\u0007\u009b\u202eb"], ["c\nd"]] });
  expect(csv).toBe('\u{feff}A\r\na\\u001b[31m\\u0007\\u009b\\u202eb\r\n"c\nd"\r\n');
});

test("plain text has kubectl's columns, and other people's control characters do nothing", () => {
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
