import { cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import type { Frame } from "@daemonscope/shared/state/frame";
import { mergeEffects, NO_EFFECT } from "@daemonscope/shared/state/frame-effect";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isUnboundedLane } from "./flow-lanes.ts";
import { type LaneAssignment, laneAssignments } from "./lane-assignment.ts";
import { LANES } from "./lanes.ts";

const SEED = Number(process.env.SEED ?? 20261122);
const flags = { oldRevision: false, terminating: false, twoPods: false, nodeUnready: false };
const OLD = cellByte({ ...flags, state: "available", oldRevision: true });
const GAP = cellByte({ ...flags, state: "missing" });
const NEW = cellByte({ ...flags, state: "available" });
const STARTING = cellByte({ ...flags, state: "starting" });
const FAILING = cellByte({ ...flags, state: "failing" });

const node = (name: string) => ({ name, uid: name, labels: {} }) as unknown as NodeRecord;
const record = (hash: string) => ({ key: "x/agent", revisions: [{ hash, current: true }] }) as unknown as DaemonSetRecord;
const assignments = laneAssignments("x/agent");

function stateOf(bytes: readonly number[]): ClusterState {
  return clusterStateOf(
    bytes.map((_, row) => node(`n${row}`)),
    [record("one")],
    bytes.map((byte) => [byte]),
  );
}

/** Returns the assignment after applying each frame in order. */
function assignmentAfter(state: ClusterState, ...frames: readonly Partial<Frame>[]): LaneAssignment {
  let assignment = assignments.whole(state, undefined);
  let now = state;
  for (const frame of frames) {
    const after = afterFrame(now, frame);
    assignment = assignments.next(assignment, after.state, after.effect);
    now = after.state;
  }
  return assignment;
}

it("sorts a lane by severity, then by name", () => {
  expect(assignmentAfter(stateOf([STARTING, FAILING, GAP, FAILING])).rows.created).toEqual([1, 3, 0]);
});

it("appends a node that enters an unbounded lane, and keeps the order of the others", () => {
  const assignment = assignmentAfter(stateOf([GAP, NEW, NEW]), { cells: cellsText([[0, 0, NEW]]) });
  expect(assignment.rows.available).toEqual([1, 2, 0]);
});

it("F11 treats a node that reuses a row as a new node", () => {
  const reused = { nodes: { freed: [[0, 2]], put: [[0, node("late")]] }, cells: cellsText([[0, 0, NEW]]) } as const;
  expect(assignmentAfter(stateOf([NEW, NEW]), reused).rows.available).toEqual([1, 0]);
  expect(assignmentAfter(stateOf([NEW, NEW]), reused).lanes.total).toBe(2);
  expect(assignmentAfter(stateOf([NEW, NEW]), { nodes: { freed: [[0, 2]] } }).rows.available).toEqual([1]);
});

it("remembers the maximum of a lane during a revision", () => {
  const state = stateOf([OLD, OLD, OLD]);
  const frames = [
    {
      cells: cellsText([
        [0, 0, GAP],
        [1, 0, GAP],
      ]),
    },
    {
      cells: cellsText([
        [0, 0, NEW],
        [1, 0, NEW],
      ]),
    },
  ];
  expect(assignmentAfter(state, ...frames).peaks.counts.gap).toBe(2);
  expect(assignmentAfter(state, ...frames, { daemonSets: { put: [[0, record("two")]] } }).peaks.counts.gap).toBe(0);
});

it("keeps its object while another DaemonSet rolls out", () => {
  const state = clusterStateOf([node("a")], [record("one"), { key: "x/other" }], [[OLD, OLD]]);
  const assignment = assignments.whole(state, undefined);
  const { state: after, effect } = afterFrame(state, { cells: cellsText([[0, 1, GAP]]) });
  expect(assignments.next(assignment, after, effect)).toBe(assignment);
});

it(`F13 incremental lanes have the counts and nodes of a full build, and its order except in unbounded lanes, seed ${SEED}`, () => {
  const change = fc.tuple(fc.nat(9), fc.constantFrom(0, OLD, GAP, NEW, STARTING, FAILING, OLD | 0x20, NEW | 0x80));
  const frame = fc.record({ cells: fc.array(change, { maxLength: 4 }), leaves: fc.option(fc.nat(9)), joins: fc.boolean() });
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(OLD, GAP, NEW), { minLength: 10, maxLength: 10 }),
      fc.array(frame, { maxLength: 8 }),
      fc.nat(8),
      (bytes, frames, framesHeld) => {
        let state = stateOf(bytes);
        let assignment = assignments.whole(state, undefined);
        let waiting = NO_EFFECT;
        for (const [at, { cells, leaves, joins }] of frames.entries()) {
          const freed = leaves === null || state.rows.names[leaves] === undefined ? [] : [[leaves, state.seq + 1] as const];
          const freedRow = freed[0]?.[0];
          const put = joins && freedRow !== undefined ? [[freedRow, node(`late${at}`)] as const] : [];
          const isThere = (row: number) => (row === freedRow ? put.length > 0 : state.rows.names[row] !== undefined);
          const after = afterFrame(state, {
            nodes: { freed, put },
            cells: cellsText(cells.filter(([row]) => isThere(row)).map(([row, byte]) => [row, 0, byte] as const)),
          });
          state = after.state;
          waiting = mergeEffects(waiting, after.effect);
          // A paced page applies several frames at once.
          if (at % (framesHeld + 1) !== 0 && at < frames.length - 1) continue;
          assignment = assignments.next(assignment, state, waiting);
          waiting = NO_EFFECT;
        }
        const fromScratch = assignments.whole(state, undefined);
        expect(assignment.lanes.counts).toEqual(fromScratch.lanes.counts);
        for (const lane of LANES) {
          const order = (rows: readonly number[]) => (isUnboundedLane(lane) ? rows.toSorted((a, b) => a - b) : rows);
          expect(order(assignment.rows[lane])).toEqual(order(fromScratch.rows[lane]));
        }
      },
    ),
    { seed: SEED, numRuns: 300 },
  );
});

it(`sorts a lane of many nodes like a pairwise comparison, seed ${SEED}`, () => {
  const bytes = fc.constantFrom(OLD, GAP, NEW, STARTING, FAILING, GAP | 0x80, STARTING | 0x80, 0);
  fc.assert(
    fc.property(
      fc.array(bytes, { minLength: 1200, maxLength: 1500 }),
      fc.array(bytes, { minLength: 1200, maxLength: 1200 }),
      (before, after) => {
        const worst = [FAILING, STARTING];
        const compared = (cells: readonly number[]) =>
          [...cells.keys()]
            .filter((row) => worst.includes((cells[row] ?? 0) & ~0x80))
            .sort((a, b) => {
              const rank = (row: number) => worst.indexOf((cells[row] ?? 0) & ~0x80) * 2 + (((cells[row] ?? 0) & 0x80) === 0 ? 1 : 0);
              return rank(a) - rank(b) || (`n${a}` < `n${b}` ? -1 : 1);
            });
        const state = stateOf(before);
        expect(assignments.whole(state, undefined).rows.created).toEqual(compared(before));
        const assignment = assignmentAfter(state, { cells: cellsText(after.map((byte, row) => [row, 0, byte] as const)) });
        expect(assignment.rows.created).toEqual(compared([...after, ...before.slice(after.length)]));
      },
    ),
    { seed: SEED, numRuns: 20 },
  );
});
