import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { frameText } from "@daemonscope/shared/codec/write-frame";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { afterFrame, cellsText, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import type { Frame } from "@daemonscope/shared/state/frame";
import { unionOfRows } from "@daemonscope/shared/state/union-of-rows";
import { expect, it } from "vitest";
import { ClusterStore } from "../cluster/cluster-store.ts";
import type { ClusterView } from "../cluster/cluster-view.ts";
import { keyframeLines } from "../stream/keyframe-lines.fixture.ts";
import { ThrottledCluster } from "./throttled-cluster.ts";
import { ComputedView, type ViewReducer } from "./view-reducer.ts";

/** A store with a node and a DaemonSet that applies frames after its state. */
async function shown() {
  const store = new ClusterStore({
    nowMs: () => 0,
    onOtherSchema: () => true,
    reconnect: () => undefined,
    timeout: () => new AbortController().signal,
    fetchKeyframe: () => Promise.resolve(keyframeLines(encodeKeyframe(clusterStateOf([readyNode("a")], [{ key: "x/one" }], [[0]])))),
  });
  store.receive({ kind: "open" });
  await new Promise((done) => setImmediate(done));
  let seq = 1;
  let before = store.snapshot().state ?? clusterStateOf([], [], []);
  const receiveFrame = (changes: Partial<Frame>) => {
    const frame: Frame = { epoch: "e", seq: ++seq, at: seq, ...changes };
    const applied = applyFrame(before, frame);
    const after = applied.kind === "applied" ? applied.state : { ...before, seq };
    store.receive({ kind: "message", name: "frame", data: { epoch: "e", seq, at: seq, text: frameText(frame, before, after) } });
    before = after;
  };
  return { store, receiveFrame };
}

/** The bytes of the first column. `computations` records how they were computed. */
const firstColumn = (computations: string[]): ViewReducer<string> => {
  const text = ({ cells }: ClusterState) => [...(cells[0]?.now ?? [])].join();
  return {
    whole(state) {
      computations.push("whole");
      return text(state);
    },
    next(before, state, { cells }) {
      computations.push([...cells].map(([column, rows]) => `${column}: ${unionOfRows(rows)}`).join());
      return cells.has(0) ? text(state) : before;
    },
  };
};

it("F12 F13 applies unread frames as one frame, and projections receive its effect", async () => {
  const { store, receiveFrame } = await shown();
  const computations: string[] = [];
  const projected = new ComputedView(store, firstColumn(computations));
  expect(projected.snapshot()).toBe("0");
  const { version } = store.snapshot();
  receiveFrame({ nodes: { put: [[1, readyNode("b")]] } });
  receiveFrame({ cells: cellsText([[1, 0, 5]]) });
  receiveFrame({ cells: cellsText([[0, 0, 4]]) });
  receiveFrame({ cells: cellsText([[1, 0, 6]]) });
  expect(projected.snapshot()).toBe("4,6");
  expect(store.snapshot()).toMatchObject({ version: version + 1, seq: 5 });
  expect(projected.snapshot()).toBe("4,6");
  expect(computations).toEqual(["whole", "0: 0,1"]);
});

/** A source whose moment the test sets, and a paced source that reads it. */
async function scrubbing() {
  const { store } = await shown();
  let view = store.snapshot();
  const listeners = new Set<() => void>();
  const source = {
    snapshot: () => view,
    peek: () => view,
    effectBetween: store.effectBetween,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const show = (moment: ClusterView["moment"]) => {
    view = { ...view, moment };
    for (const listener of listeners) listener();
  };
  const waits: number[] = [];
  const after = (ms: number) => {
    waits.push(ms);
    return () => undefined;
  };
  return { source, show, waits, paced: new ThrottledCluster(source, { paceMs: 100, passingPaceMs: 300, nowMs: () => 0, after }) };
}

it("a throttled source notifies at once after a quiet time, then once per interval, with a constant snapshot between", async () => {
  const { store, receiveFrame } = await shown();
  let nowMs = 1000;
  const due: { readonly atMs: number; readonly call: () => void }[] = [];
  const after = (ms: number, call: () => void) => {
    const timer = { atMs: nowMs + ms, call };
    due.push(timer);
    return () => void due.splice(due.indexOf(timer), 1);
  };
  const pass = (ms: number) => {
    nowMs += ms;
    for (const timer of [...due]) if (timer.atMs <= nowMs) due.splice(due.indexOf(timer), 1)[0]?.call();
  };
  const paced = new ThrottledCluster(store, { paceMs: 100, passingPaceMs: 300, nowMs: () => nowMs, after });
  const notified: number[] = [];
  const unsubscribe = paced.subscribe(() => notified.push(paced.snapshot().seq));
  receiveFrame({ cells: cellsText([[0, 0, 1]]) });
  pass(0);
  receiveFrame({ cells: cellsText([[0, 0, 2]]) });
  receiveFrame({ cells: cellsText([[0, 0, 3]]) });
  pass(99);
  expect([notified, paced.snapshot().seq]).toEqual([[2], 2]);
  pass(1);
  expect(notified).toEqual([2, 4]);
  receiveFrame({});
  unsubscribe();
  pass(1000);
  expect([notified, due, paced.snapshot().seq]).toEqual([[2, 4], [], 5]);
});

it("a throttled source applies the frames of an interval as one change", async () => {
  const { store, receiveFrame } = await shown();
  const due: (() => void)[] = [];
  const after = (_ms: number, call: () => void) => {
    due.push(call);
    return () => undefined;
  };
  const paced = new ThrottledCluster(store, { paceMs: 100, passingPaceMs: 300, nowMs: () => 0, after });
  const notified: number[] = [];
  paced.subscribe(() => notified.push(paced.snapshot().seq));
  const { version } = store.snapshot();
  for (let at = 1; at <= 6; at++) receiveFrame({ cells: cellsText([[0, 0, at]]) });
  paced.snapshot();
  expect([store.peek().version - version, due.length]).toEqual([0, 1]);
  due[0]?.();
  expect([notified, store.peek().version - version]).toEqual([[7], 1]);
});

it("a throttled source limits drawing to a twentieth of the time", async () => {
  const { store, receiveFrame } = await shown();
  let nowMs = 1000;
  const waits: number[] = [];
  const due: (() => void)[] = [];
  const after = (ms: number, call: () => void) => {
    waits.push(ms);
    due.push(call);
    return () => undefined;
  };
  const paced = new ThrottledCluster(store, { paceMs: 100, passingPaceMs: 300, nowMs: () => nowMs, after });
  const drawings = [4, 25, 5000];
  paced.subscribe(() => {
    paced.snapshot();
    // Renders after all listeners were notified, as React does.
    queueMicrotask(() => {
      nowMs += drawings.shift() ?? 0;
    });
  });
  for (let at = 1; at <= 4; at++) {
    receiveFrame({ cells: cellsText([[0, 0, at]]) });
    due.shift()?.();
    await Promise.resolve();
  }
  expect(waits).toEqual([0, 96, 475, 0]);
});

it("a throttled source notifies less often during scrubbing, and at once when scrubbing stops", async () => {
  const { source, show, paced, waits } = await scrubbing();
  const notified: (number | undefined)[] = [];
  paced.subscribe(() => notified.push(paced.snapshot().moment?.atMs));
  show({ atMs: 1000, askedAtMs: undefined, jumps: 1 });
  expect(notified).toEqual([1000]);
  show({ atMs: 990, askedAtMs: undefined, jumps: 1 });
  show({ atMs: 980, askedAtMs: undefined, jumps: 1 });
  expect([notified, waits]).toEqual([[1000], [300]]);
  show({ atMs: 980, askedAtMs: 980, jumps: 1 });
  expect(notified).toEqual([1000, 980]);
  expect(paced.snapshot()).toBe(source.snapshot());
});

it("a throttled source reports another cluster at once, and is current when read without listeners", async () => {
  const first = await shown();
  let view = first.store.snapshot();
  const listeners = new Set<() => void>();
  const source = {
    snapshot: () => view,
    peek: () => view,
    effectBetween: first.store.effectBetween,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const paced = new ThrottledCluster(source, { paceMs: 100, passingPaceMs: 300, nowMs: () => 0, after: () => () => undefined });
  const show = (changes: Partial<typeof view>) => {
    view = { ...view, ...changes };
    for (const listener of listeners) listener();
  };
  show({ seq: 7 });
  expect(paced.snapshot().seq).toBe(7);
  const notified: (string | undefined)[] = [];
  paced.subscribe(() => notified.push(paced.snapshot().state?.epoch));
  show({ seq: 8 });
  expect([notified, paced.snapshot().seq]).toEqual([[], 7]);
  view = { ...view, state: { ...clusterStateOf([], [], []), epoch: "another" } };
  expect(paced.snapshot().state?.epoch).toBe("another");
  expect(notified).toEqual([]);
  show({});
  expect(notified).toEqual(["another"]);
});

it("F2 reading frames that do not apply to the displayed state fetches a keyframe", async () => {
  const { store, receiveFrame } = await shown();
  const { resyncs } = store.snapshot();
  receiveFrame({ cells: cellsText([[7, 7, 1]]) });
  receiveFrame({ cells: cellsText([[0, 0, 1]]) });
  store.snapshot();
  await new Promise((done) => setImmediate(done));
  expect(store.snapshot().resyncs).toBe(resyncs + 1);
  expect(afterFrame(store.snapshot().state ?? clusterStateOf([], [], []), {}).state.nodes).toHaveLength(1);
});
