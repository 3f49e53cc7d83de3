import { afterEach, expect, test, vi } from "vitest";
import { returnFocus } from "./use-focus-return.ts";

afterEach(() => void vi.unstubAllGlobals());

class Box {
  hasFocus = false;
  readonly isConnected: boolean;
  constructor(isConnected = true) {
    this.isConnected = isConnected;
  }
  focus() {
    this.hasFocus = true;
  }
}

/** Returns which of the opener and the grid gets the focus of a closed drawer. */
function focusedAfter(opener: "there" | "removed" | "body", focused: "body" | "other"): string {
  const [body, grid] = [new Box(), new Box()];
  const from = opener === "body" ? body : new Box(opener === "there");
  vi.stubGlobal("HTMLElement", Box);
  vi.stubGlobal("document", { body, activeElement: focused === "body" ? body : new Box(), querySelector: () => grid });
  returnFocus(from as unknown as Element);
  return from.hasFocus ? "opener" : grid.hasFocus ? "grid" : "none";
}

test.each([
  ["there", "body", "opener"],
  ["removed", "body", "grid"],
  ["body", "body", "grid"],
  ["there", "other", "none"],
] as const)("with the opener %s and the focus on the %s element, focuses: %s", (opener, focused, expected) => {
  expect(focusedAfter(opener, focused)).toBe(expected);
});
