import { expect, it } from "vitest";
import { isNameCharacter } from "./use-grid-keys.ts";

it("finds names by letters, digits and hyphens, and leaves other keys to the page", () => {
  expect(["g", "N", "7", "-", "é"].map(isNameCharacter)).toEqual([true, true, true, true, true]);
  expect(["]", "/", "?", ",", " ", "Enter", "Escape"].some(isNameCharacter)).toBe(false);
});
