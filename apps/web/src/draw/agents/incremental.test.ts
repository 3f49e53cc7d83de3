import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import type { FrameEffect } from "@daemonscope/shared/state/frame-effect";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cellStyleKey } from "../../data/cell/cell-style.ts";
import { severityOf } from "../../data/cell/severity.ts";
import { type IncrementalReducer, rowsBetween, type Versioned } from "../../data/computed/computed.ts";
import { NODE_STATES, type NodeStates } from "../../data/nodes/select-node-states.ts";
import { poolProgress } from "../../data/nodes/select-pool-progress.ts";
import { sortRows } from "../../data/nodes/sorted-nodes.ts";
import { daemonSetCells } from "../../data/rows/daemonset-cells.ts";
import { filterRows } from "../../data/rows/filtered-rows.ts";
import { groupOf } from "../../data/rows/grouping.ts";
import { type GridNode, nodesByName } from "../../data/rows/node-cells.ts";
import { acceptAllNodes, type NodePredicate } from "../../data/rows/node-predicate.ts";
import { type PlacedNodes, placeNodes, placeRows } from "../../data/rows/placed-nodes.ts";
import type { NodeSort } from "../../data/url/url.ts";
import { CellStyleColumn } from "../grid/cell-style-column.ts";
import { layoutGrid } from "../grid/layout/grid-layout.ts";
import { type GridScene, gridPositions } from "../grid/layout/grid-scene.ts";
import { NO_READY_FILLS } from "../grid/ready-fills.ts";
import { AgentCellBytes } from "./agent-cell-bytes.ts";
import { agentSlots } from "./agent-slots.ts";

const SETS = ["a/0", "a/1", "a/2"];

const recordOf = (name: string, pool: number, more: Partial<NodeRecord> = {}): NodeRecord => ({
  name,
  uid: name,
  labels: { pool: `p${pool}` },
  taints: pool === 0 ? [{ key: "gpu", effect: "NoSchedule" }] : [],
  unschedulable: false,
  ready: "True",
  createdAtMs: pool,
  ...more,
});

/** Changes of a frame: nodes that leave, join or change, and cells. Numbers are taken modulo the available count. */
const aFrame = fc.record({
  freed: fc.array(fc.nat(), { maxLength: 2 }),
  joined: fc.array(fc.nat(3), { maxLength: 2 }),
  changed: fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.boolean(), fc.boolean()), { maxLength: 3 }),
  cells: fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
});
type Step = typeof aFrame extends fc.Arbitrary<infer T> ? T : never;

function applyStep(
  state: ClusterState,
  { freed, joined, changed, cells }: Step,
): { readonly state: ClusterState; readonly effect: FrameEffect } {
  const usedRows = state.rows.names.flatMap((name, row) => (name === undefined ? [] : [row]));
  const at = (n: number) => usedRows[n % usedRows.length] ?? 0;
  const freedRows = new Set(usedRows.length > 4 ? freed.map(at) : []);
  const puts = new Map<number, NodeRecord>();
  for (const [n, pool, isReady, isCordoned] of changed) {
    const row = at(n);
    const name = state.rows.names[row] ?? "";
    if (!freedRows.has(row)) puts.set(row, recordOf(name, pool, { ready: isReady ? "True" : "False", unschedulable: isCordoned }));
  }
  for (const [index, pool] of joined.entries()) puts.set(state.rows.names.length + index, recordOf(`n${state.seq}-${9 - index}`, pool));
  const rows = [...usedRows.filter((row) => !freedRows.has(row)), ...[...puts.keys()].filter((row) => row >= state.rows.names.length)];
  const written = cells.map(([n, column, byte]) => [rows[n % rows.length] ?? 0, column, byte] as const);
  return afterFrame(state, {
    nodes: {
      freed: [...freedRows].sort((a, b) => a - b).map((row) => [row, state.seq + 1]),
      put: [...puts].sort(([a], [b]) => a - b),
    },
    cells: cellsText(written),
  });
}

const whole = <From extends Versioned, T>(reducer: IncrementalReducer<From, T>, from: From) => reducer.whole(from, undefined);
const next = <From extends Versioned, T>(reducer: IncrementalReducer<From, T>, before: T, was: From, is: From): T => {
  const rows = rowsBetween(was, is);
  if (rows === undefined) throw new Error("the changed rows are unknown");
  return reducer.next(before, is, rows);
};

/** All fields except the stamps and the functions. */
const plain = ({ at: _at, since: _since, tallyOf: _tallyOf, ...rest }: Versioned & { readonly tallyOf?: unknown }) => rest;
const plainPlaces = ({ cells: _cells, ...rest }: PlacedNodes) => plain(rest);

const isOdd = ({ byte, name }: GridNode) => byte % 2 === 1 || name.endsWith("3");

/** The rows of the table, sorted by comparison. */
function comparedRows(states: NodeStates, { sort, keeps }: { readonly sort: NodeSort; readonly keeps: NodePredicate }): readonly number[] {
  const by = {
    name: () => 0,
    age: (a: GridNode, b: GridNode) => b.record.createdAtMs - a.record.createdAtMs,
    lacks: (a: GridNode, b: GridNode) => (states.lacks[b.row] ?? 0) - (states.lacks[a.row] ?? 0) || severityOf(a.byte) - severityOf(b.byte),
  }[sort];
  return nodesByName(states)
    .filter(keeps)
    .sort((a, b) => by(a, b) || (a.name < b.name ? -1 : 1))
    .map(({ row }) => row);
}

const PLACING = { grouping: "pool", byName: false };

function scene(nodes: PlacedNodes): GridScene {
  const layout = layoutGrid(
    nodes.order.map(({ length }) => length),
    [],
    600,
    300,
    "fit",
  );
  return {
    places: gridPositions(layout, nodes.order, nodes.cells.bytes.length),
    nodes,
    paint: { fills: NO_READY_FILLS, shadeOf: undefined },
  };
}

test("an incremental update by changed rows equals a full build after any frames", () => {
  const cells = daemonSetCells("a/1");
  const reducers = { placed: placeRows(PLACING), kept: filterRows(isOdd), progress: poolProgress("a/1", (node) => groupOf(node, "pool")) };
  const kinds = (["name", "lacks", "age"] as const).flatMap((sort) => [isOdd, acceptAllNodes].map((keeps) => ({ sort, keeps })));
  const sorts = kinds.map(({ sort, keeps }) => sortRows(sort, keeps));
  fc.assert(
    fc.property(fc.array(aFrame, { minLength: 1, maxLength: 8 }), (frames) => {
      const names = Array.from({ length: 9 }, (_, at) => `n${8 - at}`);
      let state = clusterStateOf(
        names.map((name, at) => recordOf(name, at % 3)),
        SETS.map((key) => ({ key })),
        names.map((_, at) => [at, at * 7, at * 31]),
      );
      let one = cells.whole(state, undefined);
      let all = NODE_STATES.whole(state, undefined);
      let placed = whole(reducers.placed, one);
      let kept = whole(reducers.kept, one);
      let progress = whole(reducers.progress, all);
      let sorted = sorts.map((sort) => whole(sort, all));
      const looks = new CellStyleColumn();
      let shown = scene(placed);
      looks.show(shown);
      const agents = agentSlots(SETS);
      const ticks = new AgentCellBytes();
      let placedAll = whole(placeRows(PLACING), all);
      let shownAll = { ...scene(placedAll), states: all, agents };
      ticks.show(shownAll);
      for (const frame of frames) {
        const { state: after, effect } = applyStep(state, frame);
        state = after;
        const [oneAfter, allAfter] = [cells.next(one, state, effect), NODE_STATES.next(all, state, effect)];
        expect(plain(oneAfter)).toEqual(plain(cells.whole(state, undefined)));
        expect(plain(allAfter)).toEqual(plain(NODE_STATES.whole(state, undefined)));
        const placedAfter = next(reducers.placed, placed, one, oneAfter);
        expect(plainPlaces(placedAfter)).toEqual(plainPlaces(placeNodes(oneAfter, PLACING, placed)));
        kept = next(reducers.kept, kept, one, oneAfter);
        const fromScratch = whole(reducers.kept, oneAfter);
        expect([kept.count, [...kept.flags.keys()].filter((row) => kept.flags[row] === 1)]).toEqual([
          fromScratch.count,
          [...fromScratch.flags.keys()].filter((row) => fromScratch.flags[row] === 1),
        ]);
        progress = next(reducers.progress, progress, all, allAfter);
        const shares = (of: typeof progress) =>
          of.pools.map(({ figures, ...rest }) => ({ ...rest, figures: [...figures].filter(([, count]) => count > 0).sort() }));
        expect(shares(progress)).toEqual(shares(whole(reducers.progress, allAfter)));
        sorted = sorts.map((sort, at) => next(sort, sorted[at] ?? whole(sort, all), all, allAfter));
        expect(sorted.map(({ rows }) => rows)).toEqual(sorts.map((sort) => whole(sort, allAfter).rows));
        expect(sorted.map(({ rows }) => [...rows])).toEqual(kinds.map((kind) => comparedRows(allAfter, kind)));
        const hasSamePositions = placedAfter.order === placed.order;
        shown = hasSamePositions ? { ...shown, nodes: placedAfter } : scene(placedAfter);
        looks.show(shown);
        const fresh = new CellStyleColumn();
        fresh.show(shown);
        expect(Array.from(shown.places.rows.keys(), (cell) => cellStyleKey(looks.lookOf(cell)))).toEqual(
          Array.from(shown.places.rows.keys(), (cell) => cellStyleKey(fresh.lookOf(cell))),
        );
        const placedAllAfter = next(placeRows(PLACING), placedAll, all, allAfter);
        const shownBefore = placedAllAfter.order === placedAll.order ? { ...shownAll, nodes: placedAllAfter } : scene(placedAllAfter);
        shownAll = { ...shownBefore, states: allAfter, agents };
        ticks.show(shownAll);
        const freshTicks = new AgentCellBytes();
        freshTicks.show(shownAll);
        const shownBytes = (of: AgentCellBytes) => Array.from(shownAll.places.rows.keys(), (cell) => [...of.of(cell)]);
        expect(shownBytes(ticks)).toEqual(shownBytes(freshTicks));
        [one, all, placed, placedAll] = [oneAfter, allAfter, placedAfter, placedAllAfter];
      }
    }),
    { seed: 20261122, numRuns: 40 },
  );
});
