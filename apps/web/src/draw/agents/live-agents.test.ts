import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import { WHOLE_EFFECT } from "@daemonscope/shared/state/frame-effect";
import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import type { ClusterView } from "../../data/cluster/cluster-view.ts";
import { EffectHistory } from "../../data/cluster/effect-history.ts";
import type { ReadableCluster } from "../../data/cluster/readable-cluster.ts";
import { rowsBetween, type Versioned } from "../../data/computed/computed.ts";
import type { ViewReducer } from "../../data/computed/view-reducer.ts";
import { BY_POOL, NAMED_PALETTE, pooledNode } from "../../data/nodes/pooled-nodes.fixture.ts";
import { NODE_STATES, type NodeStates } from "../../data/nodes/select-node-states.ts";
import { daemonSetCells } from "../../data/rows/daemonset-cells.ts";
import type { NodeCells } from "../../data/rows/node-cells.ts";
import { acceptAllNodes, type NodePredicate } from "../../data/rows/node-predicate.ts";
import { type PlacedNodes, placeRows } from "../../data/rows/placed-nodes.ts";
import type { CellRenderer } from "../grid/cell-renderer.ts";
import { GridPainter } from "../grid/grid-painter.ts";
import { layoutGrid } from "../grid/layout/grid-layout.ts";
import { type GridScene, gridPositions } from "../grid/layout/grid-scene.ts";
import { type LiveCellSource, type LiveChanges, liveDaemonSet } from "../grid/live-cell-source.ts";
import { LivePainter } from "../grid/live-painter.ts";
import { PixelCanvas } from "../grid/pixel-canvas.fixture.ts";
import { PodCellRenderer } from "../grid/pod-cell-renderer.ts";
import { NO_READY_FILLS } from "../grid/ready-fills.ts";
import type { AgentScene } from "./agent-cell-bytes.ts";
import { AgentCellRenderer } from "./agent-cell-renderer.ts";
import { agentShapes } from "./agent-shapes.ts";
import { agentSlots, rasterOf } from "./agent-slots.ts";
import { liveAgents } from "./live-agents.ts";
import { byteOf } from "./nodes.fixture.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const SEED = Number(process.env.SEED ?? 20261126);
const NODES = 3000;
const SETS = ["a/0", "a/1", "a/2"];
const AGENTS = agentSlots(SETS);
const SHAPES = agentShapes(rasterOf(SETS.length), false);

const keepsFailing: NodePredicate = ({ byte }) => cellVariantOfByte(byte) === "failing";

const BYTES = (["available", "failing", "starting", "missing"] as const).map((state) => byteOf(state));

/** A store that receives frames. */
class FrameStore implements ReadableCluster {
  readonly #effects = new EffectHistory();
  state = clusterStateOf(
    Array.from({ length: NODES }, (_, row) => pooledNode(row, true)),
    SETS.map((key) => ({ key })),
    Array.from({ length: NODES }, () => SETS.map(() => BYTES[0] ?? 0)),
  );

  constructor() {
    this.#effects.append(WHOLE_EFFECT);
  }

  readonly snapshot = () => ({ state: this.state, version: this.#effects.version }) as ClusterView;
  readonly peek = this.snapshot;
  readonly subscribe = () => () => undefined;
  readonly effectBetween = (from: number | undefined, to: number) => this.#effects.between(from, to);

  receive(frame: Parameters<typeof afterFrame>[1]): void {
    const { state, effect } = afterFrame(this.state, frame);
    this.state = state;
    this.#effects.append(effect);
  }
}

/** Returns a function that reads the pending frames and returns the scene, like a page. */
function sceneReader<Cells extends NodeCells, Scene extends GridScene>(
  source: FrameStore,
  projection: ViewReducer<Cells>,
  sceneOf: (cells: Cells, nodes: PlacedNodes) => Scene,
) {
  let version = source.snapshot().version;
  let cells = projection.whole(source.state, undefined);
  let nodes = placeRows(BY_POOL).whole(cells, undefined);
  return (): Scene => {
    const now = source.snapshot();
    const before: Versioned = cells;
    if (now.version !== version) cells = projection.next(cells, source.state, source.effectBetween(version, now.version));
    version = now.version;
    const rows = rowsBetween(before, cells);
    if (rows === undefined) throw new Error("the changed rows are unknown");
    if (rows.length > 0) nodes = placeRows(BY_POOL).next(nodes, cells, rows);
    return sceneOf(cells, nodes);
  };
}

function createPainter<Scene extends GridScene, Drawn>(renderer: CellRenderer<Scene, Drawn>) {
  const [canvas, overlay] = [new PixelCanvas(), new PixelCanvas()];
  const painter = new GridPainter(canvas as unknown as HTMLCanvasElement, overlay as unknown as HTMLCanvasElement, renderer);
  // The clock does not advance: drawing takes no time, so it is never throttled.
  return { canvas, painter: new LivePainter(painter, { nowMs: () => 0 }) };
}

function stubPage(): void {
  vi.stubGlobal("window", { devicePixelRatio: 1 });
  vi.stubGlobal("document", { createElement: () => new PixelCanvas(), documentElement: { style: {} }, hidden: false });
}

const layoutCells = (nodes: PlacedNodes, length: number, shapes?: typeof SHAPES.fit) =>
  gridPositions(
    layoutGrid(
      nodes.order.map((rows) => rows.length),
      [],
      120,
      90,
      "fit",
      shapes,
    ),
    nodes.order,
    length,
  );

/** Cells that change, by row and column, nodes that go NotReady and back, and whether the page reads the pending
 *  frames. */
const frameArbitrary = fc.record({
  cells: fc.uniqueArray(fc.tuple(fc.nat(NODES - 1), fc.nat(SETS.length - 1), fc.nat(BYTES.length - 1)), {
    maxLength: 40,
    selector: ([row, column]) => row * SETS.length + column,
  }),
  nodes: fc.uniqueArray(fc.tuple(fc.nat(NODES - 1), fc.boolean()), { maxLength: 2, selector: ([row]) => row }),
  isRead: fc.boolean(),
});
type FrameInput = typeof frameArbitrary extends fc.Arbitrary<infer T> ? T : never;

function expectDrawnLive<Scene extends GridScene, Drawn>(
  frames: readonly FrameInput[],
  rendererOf: () => CellRenderer<Scene, Drawn>,
  liveOf: (source: ReadableCluster) => LiveCellSource<Scene>,
  readerOf: (source: FrameStore) => () => Scene,
  keeps: NodePredicate = acceptAllNodes,
): void {
  const source = new FrameStore();
  const reader = readerOf(source);
  const live = liveOf(source);
  const { canvas, painter } = createPainter(rendererOf());
  const show = () => painter.show(reader(), NAMED_PALETTE, keeps, "none", live);
  show();
  let isNodesRead = true;
  for (const { cells, nodes, isRead } of [...frames, { cells: [], nodes: [], isRead: true }]) {
    source.receive({
      nodes: { put: nodes.toSorted(([a], [b]) => a - b).map(([row, isReady]) => [row, pooledNode(row, isReady)]) },
      cells: cellsText(cells.map(([row, column, at]) => [row, column, BYTES[at] ?? 0])),
    });
    painter.follow();
    if (isRead) show();
    isNodesRead = isRead || (isNodesRead && nodes.length === 0 && keeps === acceptAllNodes);
    // Live drawing updates cells only. Node changes and filter results appear at the next read.
    if (!isNodesRead) continue;
    const fromScratch = createPainter(rendererOf());
    fromScratch.painter.show(readerOf(source)(), NAMED_PALETTE, keeps, "none", undefined);
    expect(canvas.pixels.findIndex((pixel, at) => pixel !== fromScratch.canvas.pixels[at])).toBe(-1);
    expect(canvas.pixels.some((pixel) => pixel !== 0)).toBe(true);
  }
}

const paint = { fills: NO_READY_FILLS, shadeOf: undefined };

/** Reads all agents of all nodes. */
function agentsReader(): (source: FrameStore) => () => AgentScene {
  let places: GridScene["places"] | undefined;
  return (source) =>
    sceneReader<NodeStates, AgentScene>(source, NODE_STATES, (states, nodes) => {
      places ??= layoutCells(
        nodes,
        states.bytes.length,
        SHAPES.fit.filter(({ tick }) => tick > 0),
      );
      return { places, nodes, paint, states, agents: AGENTS };
    });
}

test("cells drawn per frame equal cells drawn from scratch, whenever the page reads the rest", () => {
  stubPage();
  fc.assert(
    fc.property(fc.array(frameArbitrary, { minLength: 1, maxLength: 6 }), (frames) => {
      let places: GridScene["places"] | undefined;
      const oneAgentScene = (source: FrameStore) =>
        sceneReader<NodeCells, GridScene>(source, daemonSetCells("a/1"), (cells, nodes) => {
          places ??= layoutCells(nodes, cells.bytes.length);
          return { places, nodes, paint };
        });
      expectDrawnLive(
        frames,
        () => new PodCellRenderer(),
        (source) => liveDaemonSet(source, "a/1"),
        oneAgentScene,
      );
      expectDrawnLive(frames, () => new AgentCellRenderer(SHAPES), liveAgents, agentsReader());
    }),
    { seed: SEED, numRuns: 12 },
  );
});

test("filtered agents equal agents drawn from scratch once the page applied the filter", () => {
  stubPage();
  fc.assert(
    fc.property(fc.array(frameArbitrary, { minLength: 1, maxLength: 3 }), (frames) => {
      expectDrawnLive(frames, () => new AgentCellRenderer(SHAPES), liveAgents, agentsReader(), keepsFailing);
    }),
    { seed: SEED, numRuns: 6 },
  );
});

test("merges frames while drawing exceeds its time budget", () => {
  stubPage();
  const source = new FrameStore();
  const shown: (readonly (readonly number[])[])[] = [];
  let nowMs = 1000;
  const painter = {
    show: () => undefined,
    follow(_scene: GridScene, changes: LiveChanges = new Map()) {
      shown.push([...changes.values()].flat());
      nowMs += 2;
    },
  } as unknown as GridPainter<GridScene, number>;
  const live = new LivePainter(painter, { nowMs: () => nowMs });
  const scene = { nodes: { cells: {} } } as unknown as GridScene;
  live.show(scene, NAMED_PALETTE, acceptAllNodes, "none", liveDaemonSet(source, "a/1"));
  for (let row = 0; row < 6; row++) {
    source.receive({ cells: cellsText([[row, 1, BYTES[1] ?? 0]]) });
    live.follow();
    nowMs += 16;
  }
  expect(shown).toEqual([[[0]], [[1], [2]], [[3], [4]]]);
});
