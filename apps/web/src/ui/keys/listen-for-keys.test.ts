import { expect, test } from "vitest";
import { pressedKey } from "./listen-for-keys.ts";

const press = (key: string, modifiers: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean; isComposing?: boolean } = {}) =>
  pressedKey({ key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...modifiers });

test.each([
  ["y", {}, "y"],
  ["C", {}, "C"],
  ["／", {}, "/"],
  ["：", {}, ":"],
  ["？", {}, "?"],
  ["。", {}, "."],
  ["，", {}, ","],
  ["Escape", {}, "Escape"],
  ["K", { ctrlKey: true }, "Mod+k"],
  ["k", { metaKey: true }, "Mod+k"],
  ["Process", {}, undefined],
  ["/", { isComposing: true }, undefined],
  ["ł", { altKey: true }, undefined],
])("%s with %j is the key %s", (key, modifiers, name) => {
  expect(press(key, modifiers)).toBe(name);
});
