import { type CellState, cellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { DaemonSetRecord, NodeRecord } from "@daemonscope/daemonset/records/records";
import type { RolloutSpan } from "@daemonscope/shared/http/rollouts";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rolloutReport } from "./rollout-reporter.ts";
import { rolloutProblems, rolloutSpans } from "./rollout-spans.ts";
import { RolloutTracker } from "./rollout-tracker.ts";

const KEY = "kube-system/logs";
const cell = (state: CellState, flags: { readonly oldRevision?: boolean; readonly terminating?: boolean } = {}) =>
  cellByte({ state, oldRevision: false, terminating: false, twoPods: false, nodeUnready: false, ...flags });
const OLD = cell("available", { oldRevision: true });
const ENDING = cell("available", { oldRevision: true, terminating: true });
const GONE = cell("missing");
const STARTING = cell("starting");
const FAILING = cell("failing");
const DONE = cell("available");
const NOT_WANTED = cell("excluded");

const nodes = (names: readonly string[]) => names.map((name) => ({ name, uid: name }) as NodeRecord);
const record = {
  key: KEY,
  strategy: "RollingUpdate",
  minReadySeconds: 3,
  containers: [{ name: "main", image: "logs:2" }],
  revisions: [{ hash: "h2", revision: 2 }],
  budget: { kind: "maxUnavailable", allowed: 2 },
} as unknown as DaemonSetRecord;

/** Returns the tracker after a rollout. `first`: the cells at 0 ms; each step: a time and the changed cells by row. */
function rolledOut(first: readonly number[], steps: readonly (readonly [at: number, cells: Readonly<Record<number, number>>])[]) {
  const names = first.map((_, row) => `n${row}`);
  let state: ClusterState = {
    ...clusterStateOf(
      nodes(names),
      [record],
      first.map((byte) => [byte]),
    ),
    at: 0,
  };
  const tracker = new RolloutTracker(KEY, state);
  for (const [at, cells] of steps) {
    state = afterFrame(state, { at, cells: cellsText(Object.entries(cells).map(([row, byte]) => [Number(row), 0, byte])) }).state;
    tracker.take(state);
  }
  return { tracker, state };
}

const span = (endedAtMs: number, ending: RolloutSpan["ending"] = "finished"): RolloutSpan => ({
  hash: "h2",
  startedAtMs: 0,
  endedAtMs,
  ending,
});

describe("the report of a rollout", () => {
  it("has the start and end of each node, the most at once, and the durations", () => {
    const { tracker } = rolledOut(
      [OLD, OLD, OLD, DONE, NOT_WANTED],
      [
        [1000, { 0: ENDING, 1: ENDING }],
        [2000, { 0: GONE, 1: GONE }],
        [3000, { 0: STARTING, 1: STARTING }],
        [5000, { 0: DONE }],
        [6000, { 2: GONE }],
        [8000, { 1: DONE }],
        [9000, { 2: DONE }],
      ],
    );
    expect(rolloutReport(span(9000), tracker, record, [])).toMatchObject({
      revision: 2,
      images: [{ container: "main", image: "logs:2" }],
      budget: { kind: "maxUnavailable", allowed: 2 },
      nodes: { wanted: 4, done: 3, alreadyThere: 1, joined: 0, lost: 0 },
      mostAtOnce: 2,
      tookMs: { median: 4000, percentile90: 7000, longest: 7000 },
      slowest: [
        { node: "n1", fromMs: 1000, doneAtMs: 8000, tookMs: 7000, failingMs: 0 },
        { node: "n0", fromMs: 1000, doneAtMs: 5000, tookMs: 4000, failingMs: 0 },
        { node: "n2", fromMs: 6000, doneAtMs: 9000, tookMs: 3000, failingMs: 0 },
      ],
      failed: [],
      failedCount: 0,
      curve: [
        [0, 1, 0],
        [5000, 2, 0],
        [8000, 3, 0],
        [9000, 4, 0],
      ],
    });
  });
  it("separates a node that already had the revision from one replaced before the watch", () => {
    const stateOf = (bytes: readonly number[]) =>
      clusterStateOf(
        nodes(["n0", "n1", "n2"]),
        [record],
        bytes.map((byte) => [byte]),
      );
    const tracker = new RolloutTracker(KEY, stateOf([DONE, DONE, OLD]), stateOf([OLD, DONE, DONE]));
    expect(rolloutReport(span(0, "underWay"), tracker, record, []).nodes).toMatchObject({ alreadyThere: 1, done: 1 });
  });
  it("a node with a bad old pod starts at the beginning, and an unfinished one lasts until the end", () => {
    const { tracker } = rolledOut([cell("failing", { oldRevision: true }), OLD], [[4000, { 0: STARTING }]]);
    expect(rolloutReport(span(9000, "underWay"), tracker, record, []).slowest).toEqual([
      { node: "n0", fromMs: 0, doneAtMs: undefined, tookMs: 9000, failingMs: 0 },
    ]);
  });
  it("lists the nodes that failed first, the total time, and whether they still fail, without failing old pods", () => {
    const { tracker } = rolledOut(
      [OLD, OLD, cell("failing", { oldRevision: true })],
      [
        [1000, { 1: FAILING }],
        [2000, { 0: FAILING }],
        [4000, { 0: STARTING }],
        [5000, { 0: FAILING }],
        [6000, { 0: DONE }],
      ],
    );
    const report = rolloutReport(span(10_000, "underWay"), tracker, record, []);
    expect(report.failed).toEqual([
      { node: "n1", atMs: 1000, failingMs: 9000, isFailing: true },
      { node: "n0", atMs: 2000, failingMs: 3000, isFailing: false },
    ]);
    expect(report.curve.at(-1)).toEqual([6000, 1, 1]);
  });
  it("counts a joined node as done, not in the duration, and a deleted one as lost", () => {
    const { tracker, state } = rolledOut([OLD, NOT_WANTED, OLD], [[1000, { 0: GONE, 1: GONE }]]);
    const joined = afterFrame(state, { at: 3000, cells: cellsText([[1, 0, DONE]]) }).state;
    tracker.take(joined);
    const left = afterFrame(joined, { at: 4000, nodes: { freed: [[0, joined.seq + 1]] } }).state;
    tracker.take(left);
    expect(rolloutReport(span(4000, "underWay"), tracker, record, [])).toMatchObject({
      nodes: { wanted: 2, done: 1, joined: 1, lost: 1 },
      mostAtOnce: 1,
      tookMs: undefined,
      slowest: [{ node: "n1", tookMs: 2000 }],
    });
  });
  it("continues after another run of the server took over, for any row numbers", () => {
    const { tracker } = rolledOut([OLD, OLD, OLD], [[1000, { 0: GONE, 1: DONE }]]);
    const other = clusterStateOf(nodes(["n2", "n0", "n9"]), [record], [[OLD], [DONE], [GONE]]);
    tracker.take({ ...other, epoch: "another", at: 9000 });
    expect(rolloutReport(span(9000, "underWay"), tracker, record, [])).toMatchObject({
      nodes: { wanted: 3, done: 1, joined: 0, lost: 1 },
      slowest: [
        { node: "n0", fromMs: 1000, doneAtMs: 9000 },
        { node: "n9", fromMs: 9000, doneAtMs: undefined },
      ],
      curve: [
        [0, 0, 0],
        [1000, 1, 0],
      ],
    });
  });
  it("the curve ends with the current cells, and every done node was under way before, for any changes", () => {
    const byte = fc.constantFrom(OLD, ENDING, GONE, STARTING, FAILING, DONE, NOT_WANTED);
    const step = fc.dictionary(fc.constantFrom("0", "1", "2", "3"), byte);
    fc.assert(
      fc.property(fc.array(byte, { minLength: 4, maxLength: 4 }), fc.array(step, { maxLength: 30 }), (first, steps) => {
        const { tracker, state } = rolledOut(
          first,
          steps.map((cells, at) => [1000 * (at + 1), cells as Record<number, number>]),
        );
        const report = rolloutReport(span(99_000, "underWay"), tracker, record, []);
        const bytes = [...(state.cells[0]?.now ?? [])];
        expect(report.curve.at(-1)?.slice(1)).toEqual([
          bytes.filter((each) => each === DONE).length,
          bytes.filter((each) => each === FAILING).length,
        ]);
        expect(report.nodes.wanted).toBe(bytes.filter((each) => each !== NOT_WANTED).length);
        for (const { fromMs, doneAtMs, tookMs, failingMs } of report.slowest) {
          expect(doneAtMs ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(fromMs);
          expect(failingMs).toBeLessThanOrEqual(99_000);
          expect(tookMs).toBeGreaterThanOrEqual(0);
        }
        expect(report.mostAtOnce).toBeLessThanOrEqual(4);
      }),
    );
  });
});

describe("the rollouts in the history", () => {
  const started = (atMs: number, hash: string) => ({ kind: "rolloutStarted", atMs, daemonSet: KEY, hash }) as const;
  const finished = (atMs: number, hash: string) => ({ kind: "rolloutFinished", atMs, daemonSet: KEY, hash }) as const;
  it("R1 each spans from its revision to completion, the next revision, or the requested time", () => {
    const marks = [started(10, "a"), finished(20, "a"), started(30, "b"), started(40, "c"), finished(45, "b")];
    expect(rolloutSpans(marks, 50)).toEqual([
      { hash: "a", startedAtMs: 10, endedAtMs: 20, ending: "finished" },
      { hash: "b", startedAtMs: 30, endedAtMs: 40, ending: "replaced" },
      { hash: "c", startedAtMs: 40, endedAtMs: 50, ending: "underWay" },
    ]);
    expect(rolloutSpans(marks, 15)).toEqual([{ hash: "a", startedAtMs: 10, endedAtMs: 15, ending: "underWay" }]);
  });
  it("concerns during a rollout have their end, if they ended within it", () => {
    const detail = { kind: "passedOver", count: 1 } as const;
    const began = (atMs: number) => ({ kind: "concernBegan", atMs, daemonSet: KEY, concern: "failing", stuck: false, detail }) as const;
    const ended = (atMs: number) => ({ kind: "concernEnded", atMs, daemonSet: KEY, concern: "failing" }) as const;
    const timelineEvents = [began(5), ended(8), began(12), ended(14), began(18), ended(60)];
    expect(rolloutProblems(timelineEvents, { ...span(20), startedAtMs: 10 })).toEqual([
      { fromMs: 12, toMs: 14, detail },
      { fromMs: 18, toMs: undefined, detail },
    ]);
  });
});
