import { expect, test } from "vitest";
import { tabbedText } from "./tabbed-text.ts";

// Go's text/tabwriter printed each expected text for the same input.
test.each([
  ["R\tC\n1\ta\n10\tb\n", "R   C\n1   a\n10  b\n"],
  ["REVISION\tCAUSE\n1\tline one\nline two\n12345678901\tx\n", "REVISION  CAUSE\n1         line one\nline two\n12345678901  x\n"],
  ["a\tb\tc\naaa\tb\n", "a    b  c\naaa  b\n"],
  ["é\tx\n中文\tx\n😀😀😀\tx\n", "é    x\n中文   x\n😀😀😀  x\n"],
  ["a\tb\faaaa\tb\n", "a  b\naaaa  b\n"],
  ["\n\n", "\n\n"],
])("aligns columns of %j", (text, expected) => {
  expect(tabbedText(text)).toBe(expected);
});
