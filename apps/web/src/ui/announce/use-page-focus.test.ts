import { afterEach, expect, test, vi } from "vitest";
import { focusHeadingWhenMounted } from "./use-page-focus.ts";

afterEach(() => void vi.unstubAllGlobals());

test("makes the heading of the page focusable and focuses it", () => {
  const calls: unknown[] = [];
  const heading = {
    setAttribute: (...attribute: unknown[]) => calls.push(attribute),
    focus: (options: unknown) => calls.push(options),
  };
  vi.stubGlobal("document", { querySelector: (selector: string) => (selector === "main h1" ? heading : null) });
  focusHeadingWhenMounted();
  expect(calls).toEqual([["tabindex", "-1"], { preventScroll: true }]);
});
