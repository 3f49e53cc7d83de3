import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { rowsBetween } from "../../data/computed/computed.ts";
import { BY_POOL, NAMED_PALETTE, pooledNode } from "../../data/nodes/pooled-nodes.fixture.ts";
import { NODE_STATES } from "../../data/nodes/select-node-states.ts";
import { placeRows } from "../../data/rows/placed-nodes.ts";
import { layoutGrid } from "../grid/layout/grid-layout.ts";
import { gridPositions } from "../grid/layout/grid-scene.ts";
import { PixelCanvas } from "../grid/pixel-canvas.fixture.ts";
import { ALL_VISIBLE } from "../grid/pixel-image.ts";
import { NO_READY_FILLS } from "../grid/ready-fills.ts";
import type { AgentScene } from "./agent-cell-bytes.ts";
import { AgentCellRenderer } from "./agent-cell-renderer.ts";
import { agentShapes } from "./agent-shapes.ts";
import { agentSlots, rasterOf } from "./agent-slots.ts";
import { byteOf } from "./nodes.fixture.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const NODES = 600;
const SETS = Array.from({ length: 13 }, (_, at) => `a/${String(at).padStart(2, "0")}`);
const AGENTS = agentSlots(SETS);
const SHAPES = agentShapes(rasterOf(12), false);

const BYTES = (["available", "failing", "starting", "missing", "excluded"] as const).map((state) => byteOf(state));
const initialState = () =>
  clusterStateOf(
    Array.from({ length: NODES }, (_, row) => pooledNode(row, true)),
    SETS.map((key) => ({ key })),
    Array.from({ length: NODES }, () => SETS.map(() => BYTES[0] ?? 0)),
  );

/** Cells that change, by row and column, and nodes that go NotReady and back. */
const aFrame = fc.record({
  cells: fc.uniqueArray(fc.tuple(fc.nat(NODES - 1), fc.nat(SETS.length - 1), fc.nat(BYTES.length - 1)), {
    maxLength: 60,
    selector: ([row, column]) => row * SETS.length + column,
  }),
  nodes: fc.uniqueArray(fc.tuple(fc.nat(NODES - 1), fc.boolean()), { maxLength: 3, selector: ([row]) => row }),
});

function drawing(pixelRatio: number) {
  const renderer = new AgentCellRenderer(SHAPES);
  const canvas = new PixelCanvas();
  return {
    canvas,
    draw(scene: AgentScene, strengthOf?: (cell: number) => number) {
      const changed = renderer.show(scene, false);
      if (changed === undefined) {
        const { layout } = scene.places;
        [canvas.width, canvas.height] = [layout.width, Math.ceil(layout.height)];
        renderer.lay(layout, NAMED_PALETTE, pixelRatio);
      }
      expect(renderer.isImage).toBe(true);
      renderer.drawPixels(canvas.context, changed, strengthOf, ALL_VISIBLE);
    },
  };
}

const strengthOfCell = (cell: number) => (cell % 2 === 0 ? 0.28 : 1);

test("incrementally drawn cells equal cells that are drawn from scratch", () => {
  vi.stubGlobal("document", { createElement: () => new PixelCanvas() });
  fc.assert(
    fc.property(fc.array(aFrame, { minLength: 1, maxLength: 5 }), fc.constantFrom(1, 2), fc.boolean(), (frames, pixelRatio, isFiltered) => {
      let state = initialState();
      let states = NODE_STATES.whole(state, undefined);
      const reducer = placeRows(BY_POOL);
      let nodes = reducer.whole(states, undefined);
      const layout = layoutGrid(
        nodes.order.map(({ length }) => length),
        [],
        300,
        120,
        "fit",
        SHAPES.fit,
      );
      const places = gridPositions(layout, nodes.order, states.bytes.length);
      const scene = (): AgentScene => ({ places, nodes, paint: { fills: NO_READY_FILLS, shadeOf: undefined }, states, agents: AGENTS });
      const incremental = drawing(pixelRatio);
      const strengthOf = isFiltered ? strengthOfCell : undefined;
      incremental.draw(scene(), strengthOf);
      for (const frame of frames) {
        const { state: after, effect } = afterFrame(state, {
          nodes: { put: frame.nodes.toSorted(([a], [b]) => a - b).map(([row, isReady]) => [row, pooledNode(row, isReady)]) },
          cells: cellsText(frame.cells.map(([row, column, at]) => [row, column, BYTES[at] ?? 0])),
        });
        const before = states;
        state = after;
        states = NODE_STATES.next(before, state, effect);
        nodes = reducer.next(nodes, states, rowsBetween(before, states) ?? []);
        incremental.draw(scene(), strengthOf);
        const fromScratch = drawing(pixelRatio);
        fromScratch.draw(scene(), strengthOf);
        expect(incremental.canvas.pixels.findIndex((pixel, at) => pixel !== fromScratch.canvas.pixels[at])).toBe(-1);
      }
    }),
    { seed: 20261125, numRuns: 15 },
  );
});

test("a change of half of all nodes costs one image copy of the screen's size", () => {
  vi.stubGlobal("document", { createElement: () => new PixelCanvas() });
  const state = initialState();
  const states = NODE_STATES.whole(state, undefined);
  const nodes = placeRows(BY_POOL).whole(states, undefined);
  const layout = layoutGrid(
    nodes.order.map(({ length }) => length),
    [],
    300,
    120,
    "fit",
    SHAPES.fit,
  );
  const places = gridPositions(layout, nodes.order, NODES);
  const scene: AgentScene = { places, nodes, paint: { fills: NO_READY_FILLS, shadeOf: undefined }, states, agents: AGENTS };
  const { canvas, draw } = drawing(1);
  draw(scene);
  const { state: after, effect } = afterFrame(state, {
    cells: cellsText(Array.from({ length: NODES / 2 }, (_, at) => [at * 2, at % SETS.length, BYTES[1] ?? 0])),
  });
  const next = NODE_STATES.next(states, after, effect);
  canvas.done.putImageData = 0;
  draw({ ...scene, states: next, nodes: placeRows(BY_POOL).next(nodes, next, rowsBetween(states, next) ?? []) });
  expect(canvas.done).toEqual({ putImageData: 1 });
});
