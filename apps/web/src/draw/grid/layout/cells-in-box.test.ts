import { expect, it } from "vitest";
import { nodesIn, placeOfBox } from "./cells-in-box.ts";
import type { GridScene } from "./grid-scene.ts";

const scene = {
  places: {
    layout: { cell: { width: 10, height: 10, pitchX: 11, pitchY: 11 } },
    rows: Uint32Array.of(2, 0, 1),
    x: Float64Array.of(0, 11, 22),
    y: Float64Array.of(0, 0, 0),
  },
  nodes: { cells: { records: [{ name: "b" }, { name: "c" }, { name: "a" }] } },
} as unknown as GridScene;

it("returns the nodes that a rectangle touches, dragged from any corner", () => {
  expect(nodesIn(scene, { fromX: 5, fromY: 5, toX: 15, toY: 8 })).toEqual(["a", "b"]);
  expect(nodesIn(scene, { fromX: 40, fromY: 30, toX: 20, toY: -5 })).toEqual(["b", "c"]);
  expect(nodesIn(scene, { fromX: 0, fromY: 20, toX: 40, toY: 30 })).toEqual([]);
  expect(placeOfBox({ fromX: 4, fromY: 9, toX: 1, toY: 2 })).toEqual({ left: 1, top: 2, width: 3, height: 7 });
});
