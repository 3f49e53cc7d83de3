import { expect, test } from "vitest";
import { nameIn } from "./name-in.ts";

test.each([
  ["control-plane", 100, "control-plane"],
  ["control-plane", 40, "cp"],
  ["pool-01", 40, "p01"],
  ["general", 24, "general"],
  ["", 10, ""],
])("a pool %s in %i px is named %s", (name, width, shown) => {
  expect(nameIn(name, width)).toBe(shown);
});
