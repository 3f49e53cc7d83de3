import fc from "fast-check";
import { expect, test } from "vitest";
import { lookKey, plainLook } from "../cell/look.ts";
import { type Ground, groundChanges, groundOf } from "./flow-ground.ts";
import type { FlowDot } from "./flow-scene.ts";

const LOOKS = [
  plainLook("available"),
  plainLook("available", { old: true }),
  plainLook("starting"),
  { ...plainLook("available") },
] as const;
const dot = (key: string, place: number, look: number, below = false): FlowDot => ({
  key,
  lane: "available",
  x: place * 3,
  y: 0,
  size: 2,
  look: LOOKS[look % LOOKS.length] ?? LOOKS[0],
  ...(below ? { below: { y: 4, look: LOOKS[1] } } : {}),
});
const seen = (ground: Ground) =>
  [...ground.values()].map(({ dot: each, dimmed }) => `${each.x} ${each.size} ${lookKey(each.look)} ${each.below?.y} ${dimmed}`).sort();

test("the same dots, and other nodes that look alike in the same places, change nothing", () => {
  const before = groundOf([dot("a", 0, 0), dot("b", 1, 1)], () => false);
  const after = groundOf([dot("c", 0, 3), dot("b", 1, 1)], () => false);
  expect(groundChanges(before, after)).toEqual({ wipe: [], draw: [] });
});

test("a lane that steps back is drawn anew, and a dot that left is wiped", () => {
  const before = groundOf([dot("a", 0, 0), dot("b", 1, 1)], () => false);
  const { wipe, draw } = groundChanges(
    before,
    groundOf([dot("a", 0, 0)], () => true),
  );
  expect([wipe.map(({ key }) => key), draw.map((each) => each.dot.key)]).toEqual([["a", "b"], ["a"]]);
});

test("M wiping and drawing what changed leaves what was asked for", () => {
  const dots = fc.uniqueArray(fc.tuple(fc.nat(30), fc.nat(3), fc.boolean()), { selector: ([place]) => place, maxLength: 30 });
  fc.assert(
    fc.property(dots, dots, fc.boolean(), (from, to, dimmed) => {
      const make = (some: typeof from, isDimmed: boolean) =>
        groundOf(
          some.map(([place, look, below]) => dot(`n${place}`, place, look, below)),
          () => isDimmed,
        );
      const [before, after] = [make(from, false), make(to, dimmed)];
      const shown = new Map(before);
      const place = (at: FlowDot) => [...after, ...before].find(([, each]) => each.dot.x === at.x)?.[0] ?? -1;
      const { wipe, draw } = groundChanges(before, after);
      for (const gone of wipe) shown.delete(place(gone));
      for (const standing of draw) shown.set(place(standing.dot), standing);
      expect(seen(shown)).toEqual(seen(after));
    }),
    { seed: 20260101 },
  );
});
