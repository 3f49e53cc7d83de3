import { afterEach, expect, test, vi } from "vitest";
import { commandBoard } from "./command-board.ts";
import { listenForKeys, pressedKey } from "./listen-for-keys.ts";

afterEach(() => void vi.unstubAllGlobals());

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

test.each([
  ["runs its command", null, 1],
  ["runs no command while a dialog is open", {}, 0],
])("a key %s", (_, dialog, runs) => {
  const page = Object.assign(new EventTarget(), {
    querySelector: (selector: string) => (selector === "dialog[open]" ? dialog : null),
  });
  vi.stubGlobal("document", page);
  vi.stubGlobal("Element", class {});
  const copy = vi.fn();
  const withdraw = commandBoard.offer("copyName", copy);
  listenForKeys();
  page.dispatchEvent(Object.assign(new Event("keydown"), { key: "c" }));
  withdraw();
  expect(copy).toHaveBeenCalledTimes(runs);
});
