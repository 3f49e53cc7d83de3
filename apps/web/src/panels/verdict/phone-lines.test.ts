import { expect, test } from "vitest";
import { columnsOf, phoneLines } from "./phone-lines.ts";

test.each([
  ["a short sentence", 10, "agent: 12 of 12 available", 2],
  ["a name that does not fit next to the word", 10, "fluentd-elasticsearch: 8 of 12 updated", 3],
  ["the same name next to a Chinese word", 6, "fluentd-elasticsearch：可用 12 / 12", 2],
  ["a Chinese sentence that ends on a third line", 10, "fluentd-elasticsearch：已更新 9 / 12，約剩 10 秒", 3],
  ["a name that breaks anywhere", 10, "a".repeat(60), 3],
])("counts the lines of a headline on a phone: %s", (_, wordColumns, text, lines) => {
  expect(phoneLines(wordColumns, text)).toBe(lines);
});

test("a Chinese character has two columns", () => {
  expect(columnsOf("可用 12")).toBe(7);
});
