import { expect, test } from "vitest";
import { columnsOf } from "./columns-of.ts";

test("a Chinese character has two columns", () => {
  expect(columnsOf("可用 12")).toBe(7);
});
