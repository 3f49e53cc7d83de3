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
