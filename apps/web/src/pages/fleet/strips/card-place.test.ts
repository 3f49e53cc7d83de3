import { expect, it } from "vitest";
import { cardPlace } from "./card-place.ts";

const VIEW = { width: 1440, height: 900 };
const strip = (left: number, top: number) => ({ left, top, height: 40 });

it.each([
  ["has room", strip(900, 300), 20, VIEW, { left: 20, top: 48, isAbove: false }],
  ["is near the right edge", strip(1280, 300), 120, VIEW, { left: -188, top: 48, isAbove: false }],
  ["is at the bottom of the window", strip(900, 780), 20, VIEW, { left: 20, top: -8, isAbove: true }],
  ["is in a window narrower than the card", strip(20, 30), 50, { width: 340, height: 200 }, { left: -12, top: 48, isAbove: false }],
] as const)("the card of a cell that %s is inside the window and next to its strip", (_name, field, cellLeft, view, place) => {
  expect(cardPlace(field, cellLeft, view, 340)).toEqual(place);
});
