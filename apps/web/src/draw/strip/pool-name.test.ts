import { expect, test } from "vitest";
import { nameWidth, wholeWidth } from "./pool-name.ts";

test("a pool is as wide as its name of one word, but a name of several parts has initials", () => {
  expect(nameWidth("workers")).toBe(wholeWidth("workers"));
  expect(nameWidth("control-plane")).toBeLessThan(wholeWidth("control-plane"));
  expect(nameWidth("w".repeat(253))).toBe(64);
});
