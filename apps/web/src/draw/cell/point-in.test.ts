import { expect, it } from "vitest";
import { pointIn } from "./point-in.ts";

it("converts a window point to element pixels, also on an enlarged page", () => {
  const event = { currentTarget: { getBoundingClientRect: () => ({ left: 100, top: 40 }) }, clientX: 160, clientY: 70 };
  expect(pointIn(event, 1)).toEqual({ x: 60, y: 30 });
  expect(pointIn(event, 2)).toEqual({ x: 30, y: 15 });
});
