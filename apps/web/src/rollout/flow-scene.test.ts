import { cellByte } from "@daemonscope/daemonset/cell/cell";
import { describe, expect, it } from "vitest";
import { createTranslator } from "../i18n/translator.ts";
import { layoutFlow } from "./flow-layout.ts";
import { movesBetween } from "./flow-motion.ts";
import { flowScene } from "./flow-scene.ts";
import { byLane } from "./lanes.ts";
import { inLane, selectLanes } from "./select-lanes.ts";

const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const OLD = cellByte({ ...flags, state: "available", oldRevision: true });
const TERMINATING = cellByte({ ...flags, state: "available", oldRevision: true, terminating: true });
const GAP = cellByte({ ...flags, state: "missing" });
const NEW = cellByte({ ...flags, state: "available" });
const BESIDE = cellByte({ ...flags, state: "starting", twoPods: true });

function sceneOf(bytes: readonly number[], places = 3, surge = false, late: readonly string[] = []) {
  const lanes = selectLanes(bytes);
  const names = bytes.map((_, row) => `node-${row}`);
  const layout = layoutFlow({ counts: byLane((lane) => inLane(lanes, lane)), places, surge }, 1104, createTranslator().t);
  if (layout === undefined) throw new Error("no room for the flow");
  return flowScene({ lanes, layout, names, freePlaces: 2, fillOf: () => undefined, arrivalOf: (node) => late.indexOf(node) + 1 });
}

describe("flowScene", () => {
  it("has one dot for each node and the free places in the first lane of the tray", () => {
    const scene = sceneOf([OLD, OLD, TERMINATING, NEW]);
    expect(scene.dots.map((dot) => [dot.key, dot.lane])).toEqual([
      ["node-0", "old"],
      ["node-1", "old"],
      ["node-2", "terminating"],
      ["node-3", "available"],
    ]);
    const terminating = scene.dots[2];
    expect(scene.free).toHaveLength(2);
    expect(scene.free[0]?.x).toBe(terminating?.x);
  });

  it("draws the old pod below the new one when both live", () => {
    const dot = sceneOf([OLD, BESIDE], 3, true).dots.find((each) => each.lane === "created");
    expect(dot?.below?.look).toMatchObject({ state: "available", old: true });
  });
});

describe("movesBetween", () => {
  const nowhere = () => undefined;

  it("moves only the node that changed its lane, from the end of the tank", () => {
    const before = sceneOf([OLD, OLD, OLD, NEW]);
    const after = sceneOf([TERMINATING, OLD, OLD, NEW]);
    const moves = movesBetween(before, after, nowhere);
    expect(moves.map((move) => move.dot.key)).toEqual(["node-0"]);
    expect([moves[0]?.fromX, moves[0]?.fromY]).toEqual([before.dots[2]?.x, before.dots[2]?.y]);
  });

  it("goes on from where a dot is drawn", () => {
    const moves = movesBetween(sceneOf([TERMINATING, OLD]), sceneOf([GAP, OLD]), () => ({ x: 5, y: 6 }));
    expect(moves[0]).toMatchObject({ fromX: 5, fromY: 6 });
  });

  it("puts the one that came last at the end of its tank", () => {
    const after = sceneOf([NEW, NEW, NEW], 3, false, ["node-0"]);
    expect(after.dots.map((dot) => dot.key)).toEqual(["node-1", "node-2", "node-0"]);
  });
});
