import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
  ["plain <b>text</b> 界", "plain <b>text</b> 界"],
  ["\u001b[31mred\u001b[0m and \u001b[1;38;5;200mmore\u001b[m", "red and more"],
  ["\u001b]0;a title\u0007after", "after"],
  ["\u001b]8;;http://evil\u001b\\link\u001b]8;;\u001b\\", "link"],
  ["\u001b[2J\u001b[Hgone", "gone"],
  ["a\tb", "a\tb"],
  ["bell\u0007 null\u0000 return\rback\b", "bell␇ null␀ return␍back␈"],
  ["turned\u202eback \u200bhidden\ufeff", "turned\\u202eback \\u200bhidden\\ufeff"],
  ["an escape alone \u001b", "an escape alone ␛"],
])("%j is displayed as %j", (written, shown) => {
  expect(plainText(written)).toBe(shown);
});
