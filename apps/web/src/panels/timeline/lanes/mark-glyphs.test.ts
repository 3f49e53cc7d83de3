import type { Concern } from "@daemonscope/daemonset/records/rollout";
import { expect, test } from "vitest";
import { glyphOf } from "./mark-glyphs.ts";

const detail = { kind: "nodesUnready", count: 1 } as const;
const lookOf = (concern: Concern["kind"]) =>
  glyphOf({ kind: "concernBegan", atMs: 1, daemonSet: "a/b", concern, stuck: false, detail }).look;

test.each([
  ["waitsForYou", "line"],
  ["desiredDropped", "line"],
  ["misscheduled", "line"],
  ["nodesUnready", "line"],
  ["failing", "trouble"],
  ["unavailable", "trouble"],
  ["backoffLoop", "trouble"],
  ["budgetHeld", "trouble"],
  ["stalled", "trouble"],
] as const)("draws a concern of the kind %s as %s: only failures look like failures", (concern, look) => {
  expect(lookOf(concern)).toBe(look);
});
