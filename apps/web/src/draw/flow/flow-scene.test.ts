import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import { describe, expect, it } from "vitest";
import { laneAssignments } from "../../data/lanes/lane-assignment.ts";
import type { LaneId } from "../../data/lanes/lanes.ts";
import { backgroundChanges, EMPTY_BACKGROUND, flowBackgroundOf } from "./flow-background.ts";
import { dotPlace, layoutFlow } from "./flow-layout.ts";
import { movesBetween } from "./flow-motion.ts";
import { PAIR_GAP } from "./flow-rasters.ts";
import { type FlowScene, flowScene } from "./flow-scene.ts";

const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const OLD = cellByte({ ...flags, state: "available", oldRevision: true });
const TERMINATING = cellByte({ ...flags, state: "available", oldRevision: true, terminating: true });
const GAP = cellByte({ ...flags, state: "missing" });
const NEW = cellByte({ ...flags, state: "available" });
const TWO_PODS = cellByte({ ...flags, state: "starting", twoPods: true });

function sceneOf(bytes: readonly number[], places = 3, surge = false) {
  const nodes = bytes.map((_, row) => ({ name: `node-${row}` }) as NodeRecord);
  const record = { key: "x/agent", revisions: [] };
  const state = clusterStateOf(
    nodes,
    [record],
    bytes.map((byte) => [byte]),
  );
  const board = laneAssignments("x/agent").whole(state, undefined);
  const layout = layoutFlow({ ...board.lanes, places, surge }, 1104, 120);
  if (layout === undefined) throw new Error("no room for the flow");
  return flowScene({ board, layout, freePlaces: 2, fillOf: () => undefined });
}
const inLane = ({ lanes }: FlowScene, lane: LaneId) => lanes.find((each) => each.column.lane === lane);
const placeIn = (scene: FlowScene, lane: LaneId, index: number) => {
  const dots = inLane(scene, lane);
  return dots === undefined ? undefined : dotPlace(scene.layout, dots.column, index);
};

describe("flowScene", () => {
  it("has one dot per node, and the free slots in the first lane of the tray", () => {
    const scene = sceneOf([OLD, OLD, TERMINATING, NEW]);
    expect(scene.lanes.filter(({ rows }) => rows.length > 0).map(({ column, rows }) => [column.lane, rows])).toEqual([
      ["old", [0, 1]],
      ["terminating", [2]],
      ["available", [3]],
    ]);
    expect(scene.free).toHaveLength(2);
    expect(scene.free[0]?.x).toBe(placeIn(scene, "terminating", 1)?.x);
  });

  it("draws the old pod below the new one while both exist", () => {
    const scene = sceneOf([OLD, TWO_PODS], 3, true);
    expect(inLane(scene, "created")?.pairs).toEqual([true]);
    const still = flowBackgroundOf(
      scene,
      () => false,
      () => false,
    );
    const [above, below] = backgroundChanges(EMPTY_BACKGROUND, still).draw.filter(({ x }) => x === placeIn(scene, "created", 0)?.x);
    expect(below?.y).toBe((above?.y ?? 0) + (above?.width ?? 0) + PAIR_GAP);
    expect(below?.look).toMatchObject({ state: "available", old: true });
  });
});

describe("movesBetween", () => {
  const nowhere = () => undefined;

  it("F7 moves only the node that changed its lane, from the end of the unbounded lane", () => {
    const before = sceneOf([OLD, OLD, OLD, NEW]);
    const after = sceneOf([TERMINATING, OLD, OLD, NEW]);
    const moves = movesBetween(before, after, nowhere);
    expect(moves.map(({ row }) => row)).toEqual([0]);
    expect({ x: moves[0]?.fromX, y: moves[0]?.fromY }).toEqual(placeIn(before, "old", 2));
    expect({ x: moves[0]?.x, y: moves[0]?.y }).toEqual(placeIn(after, "terminating", 0));
  });

  it("moves no dot when another revision becomes current, because no pod moved", () => {
    expect(movesBetween(sceneOf([NEW, NEW, NEW]), sceneOf([OLD, OLD, OLD]), nowhere)).toEqual([]);
    expect(movesBetween(sceneOf([OLD, OLD, NEW]), sceneOf([NEW, NEW, OLD]), nowhere)).toEqual([]);
    const starting = cellByte({ ...flags, state: "starting" });
    const oldStarting = cellByte({ ...flags, state: "starting", oldRevision: true });
    expect(movesBetween(sceneOf([starting, OLD]), sceneOf([oldStarting, OLD]), nowhere)).toEqual([]);
  });

  it("continues a movement from the drawn position of the dot", () => {
    const moves = movesBetween(sceneOf([TERMINATING, OLD]), sceneOf([GAP, OLD]), () => ({ x: 5, y: 6 }));
    expect(moves[0]).toMatchObject({ fromX: 5, fromY: 6 });
  });
});
