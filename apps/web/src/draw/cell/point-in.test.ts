import { expect, it } from "vitest";
import { pointIn } from "./point-in.ts";

it("a point of the window is one of the element, in fewer pixels where the page is enlarged", () => {
  const event = { currentTarget: { getBoundingClientRect: () => ({ left: 100, top: 40 }) }, clientX: 160, clientY: 70 };
  expect(pointIn(event, 1)).toEqual({ x: 60, y: 30 });
  expect(pointIn(event, 2)).toEqual({ x: 30, y: 15 });
});
