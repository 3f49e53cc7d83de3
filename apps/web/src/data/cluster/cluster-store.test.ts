import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { clusterStateOf, sentFrame } from "@daemonscope/shared/state/cluster-state.fixture";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { type Frame, type Keyframe, type KeyframeHead, WIRE_SCHEMA, type WireFrame } from "@daemonscope/shared/state/frame";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import { describe, expect, it } from "vitest";
import { freshnessOf } from "../freshness/freshness.ts";
import { keyframeLines } from "../stream/keyframe-lines.fixture.ts";
import { ClusterStore } from "./cluster-store.ts";

/** Encodes a frame on a state of `rows` nodes. */
const sent = (seq: number, rows: number, changes: Partial<Frame>): WireFrame => {
  const before = clusterStateOf(
    Array.from({ length: rows }, (_, row) => readyNode(`r${row}`)),
    [],
    [],
  );
  return sentFrame({ ...before, seq: seq - 1 }, { epoch: "e", seq, at: seq, ...changes }).sent;
};
/** A frame that puts a node into a new row. */
const frame = (seq: number, row: number, name: string): WireFrame => sent(seq, row, { nodes: { put: [[row, readyNode(name)]] } });

function setUp(keyframes: Keyframe[], scheduleNotify: (notify: () => void) => void = (notify) => notify()) {
  let fetched = 0;
  const otherBuilds: string[] = [];
  const store = new ClusterStore({
    nowMs: () => 0,
    scheduleNotify,
    onOtherSchema({ build }) {
      otherBuilds.push(build);
      return otherBuilds.filter((each) => each === build).length === 1;
    },
    reconnect: () => undefined,
    timeout: () => new AbortController().signal,
    fetchKeyframe: () => {
      fetched++;
      const next = keyframes.shift();
      return next === undefined ? Promise.reject(new Error("no keyframe left")) : Promise.resolve(keyframeLines(next));
    },
  });
  return { store, otherBuilds, fetched: () => fetched };
}
const keyframe = (seq: number, names: readonly string[], epoch = "e"): Keyframe =>
  encodeKeyframe({
    ...clusterStateOf(
      names.map((name) => readyNode(name)),
      [],
      [],
    ),
    epoch,
    seq,
    at: seq,
  });
const withHead = ({ head, parts }: Keyframe, changes: Partial<KeyframeHead>): Keyframe => ({ head: { ...head, ...changes }, parts });
const namesIn = (store: ClusterStore) => store.snapshot().state?.rows.names;
const settle = () => new Promise<void>((done) => setImmediate(done));

describe("the page's copy of the cluster", () => {
  it("F1 applies the frames that arrived while the keyframe loaded", async () => {
    const { store } = setUp([keyframe(2, ["a"])]);
    store.receive({ kind: "open" });
    store.receive({ kind: "message", name: "frame", data: frame(2, 0, "a") });
    store.receive({ kind: "message", name: "frame", data: frame(3, 1, "b") });
    await settle();
    expect(namesIn(store)).toEqual(["a", "b"]);
    expect(store.snapshot().seq).toBe(3);
  });
  it("notifies listeners once per batch, and applies the frames before it notifies", async () => {
    const scheduled: (() => void)[] = [];
    const { store } = setUp([keyframe(1, ["a"])], (notify) => scheduled.push(notify));
    store.receive({ kind: "open" });
    await settle();
    let notifications = 0;
    store.subscribe(() => notifications++);
    store.receive({ kind: "message", name: "frame", data: frame(2, 1, "b") });
    store.receive({ kind: "message", name: "frame", data: frame(3, 2, "c") });
    expect(store.snapshot().seq).toBe(3);
    expect(scheduled).toHaveLength(1);
    scheduled[0]?.();
    expect(notifications).toBe(1);
    store.receive({ kind: "message", name: "frame", data: frame(4, 3, "d") });
    expect(scheduled).toHaveLength(2);
  });
  it("F2 fetches a keyframe after a gap instead of guessing", async () => {
    const { store, fetched } = setUp([keyframe(1, ["a"]), keyframe(5, ["a", "b", "c"])]);
    store.receive({ kind: "open" });
    await settle();
    store.receive({ kind: "message", name: "frame", data: frame(4, 2, "c") });
    await settle();
    expect(fetched()).toBe(2);
    expect(namesIn(store)).toEqual(["a", "b", "c"]);
  });
  it("reports a withheld stream until it opens, but not after a stream that ended", () => {
    const { store } = setUp([keyframe(1, ["a"])]);
    const connection = () => store.snapshot().connection;
    store.withheld();
    expect(connection()).toBe("connecting");
    store.receive({ kind: "lost", isUnanswered: true });
    store.withheld();
    store.receive({ kind: "lost", isUnanswered: true });
    expect(connection()).toBe("withheld");
    store.receive({ kind: "lost" });
    expect(connection()).toBe("lost");
    store.withheld();
    store.receive({ kind: "open" });
    expect(connection()).toBe("open");
  });
  it("F2 replaces all state when the server has a new epoch", async () => {
    const { store } = setUp([keyframe(9, ["old"]), keyframe(1, ["new"], "f")]);
    store.receive({ kind: "open" });
    await settle();
    store.receive({
      kind: "message",
      name: "hello",
      data: { schema: WIRE_SCHEMA, build: "b", epoch: "f", seq: 1, clockRate: 1, at: 0, sentMs: 0 },
    });
    await settle();
    expect(namesIn(store)).toEqual(["new"]);
  });
  it("F5 fetches a keyframe if the hash differs, and none if the hash is equal", async () => {
    const { store, fetched } = setUp([keyframe(1, ["a"]), keyframe(1, ["a"])]);
    store.receive({ kind: "open" });
    await settle();
    const state = store.snapshot().state;
    if (state === undefined) throw new Error("no state");
    const heartbeat = { epoch: "e", seq: 1, at: 1, clockRate: 1, sources: state.sources, hash: stateHash(state), sentMs: 0 };
    store.receive({ kind: "message", name: "heartbeat", data: heartbeat });
    await settle();
    expect(fetched()).toBe(1);
    store.receive({ kind: "message", name: "heartbeat", data: { ...heartbeat, hash: "00000000", sentMs: 0 } });
    await settle();
    expect(fetched()).toBe(2);
  });
  it("reports each server with another schema and ignores its further messages", () => {
    const { store, otherBuilds, fetched } = setUp([]);
    for (const build of ["a", "b"])
      store.receive({ kind: "message", name: "hello", data: { schema: 99, build, epoch: "e", seq: 1, clockRate: 1, at: 7, sentMs: 0 } });
    expect([otherBuilds, fetched(), store.snapshot().clusterAtMs]).toEqual([["a", "b"], 0, 0]);
    expect(store.snapshot().problem).toBeUndefined();
  });
  it("reports another schema that remains after a reload, instead of an unreadable state", async () => {
    const { store } = setUp([withHead(keyframe(1, ["a"]), { schema: 99 as never })]);
    store.receive({ kind: "open" });
    for (let time = 0; time < 2; time++)
      store.receive({
        kind: "message",
        name: "hello",
        data: { schema: 99, build: "a", epoch: "e", seq: 1, clockRate: 1, at: 7, sentMs: 0 },
      });
    await settle();
    expect(store.snapshot().problem).toEqual({ kind: "otherSchema" });
  });
  it("F6 applies nothing of a server with another schema to a state of the browser's cache, until a server has this schema", async () => {
    const { store, fetched } = setUp([keyframe(1, ["a"])]);
    const hello = (schema: number) =>
      store.receive({ kind: "message", name: "hello", data: { schema, build: "a", epoch: "e", seq: 1, clockRate: 1, at: 7, sentMs: 0 } });
    store.receive({ kind: "open" });
    await settle();
    for (let time = 0; time < 2; time++) hello(99);
    store.receive({ kind: "message", name: "frame", data: sent(2, 1, {}) });
    await settle();
    expect(store.snapshot()).toMatchObject({ seq: 1, problem: { kind: "otherSchema" } });
    hello(WIRE_SCHEMA);
    store.receive({ kind: "message", name: "frame", data: sent(2, 1, {}) });
    expect([store.snapshot().seq, store.snapshot().problem, fetched()]).toEqual([2, undefined, 1]);
  });
  it("F6 keeps the state after the connection is lost, and shows since when", async () => {
    const { store } = setUp([keyframe(1, ["a"])]);
    store.receive({ kind: "open" });
    await settle();
    store.receive({ kind: "lost" });
    expect(store.snapshot()).toMatchObject({ connection: "lost", lostAtMs: 0 });
    expect(namesIn(store)).toEqual(["a"]);
  });

  it("F6 dates the state by the last proof of the failing source until that source is live again", async () => {
    const { store } = setUp([keyframe(1, ["a"])]);
    store.receive({ kind: "open" });
    await settle();
    const state = store.snapshot().state;
    if (state === undefined) throw new Error("no state");
    const retrying = { state: "retrying", provenAtMs: 1, detail: "refused" } as const;
    store.receive({ kind: "message", name: "frame", data: sent(2, 1, { at: 40_001, sources: { pods: retrying } }) });
    expect(store.snapshot().doubt).toEqual({ about: "pods", sinceMs: -40_000, asOfMs: 1 });
    const troubled = store.snapshot().state ?? state;
    const matchingHeartbeat = {
      epoch: "e",
      seq: 2,
      at: 90_000,
      clockRate: 1,
      sources: troubled.sources,
      hash: stateHash(troubled),
      sentMs: 0,
    };
    store.receive({ kind: "message", name: "heartbeat", data: matchingHeartbeat });
    expect(store.snapshot().doubt?.asOfMs).toBe(1);
    store.receive({
      kind: "message",
      name: "frame",
      data: sent(3, 1, { at: 90_001, sources: { pods: { state: "live", provenAtMs: 90_001 } } }),
    });
    expect(store.snapshot().doubt).toBeUndefined();
  });

  it("F6 dates a message by its sending: one that arrives eleven seconds late leaves the data stale", async () => {
    const { store } = setUp([keyframe(1, ["a"])]);
    store.receive({ kind: "open" });
    await settle();
    const { state } = store.snapshot();
    if (state === undefined) throw new Error("no state");
    const data = { epoch: "e", seq: 1, at: 1, clockRate: 1, sources: state.sources, hash: stateHash(state), sentMs: 0 };
    const reasonAfter = (lateMs: number) => {
      store.receive({ kind: "message", name: "heartbeat", data, lateMs });
      return freshnessOf(store.snapshot(), 0).why.kind;
    };
    expect([reasonAfter(11_000), reasonAfter(9000)]).toEqual(["serverSilent", "reading"]);
  });
  it("retries the first state if its request failed", async () => {
    const keyframes: Keyframe[] = [];
    const { store, fetched } = setUp(keyframes);
    store.receive({ kind: "open" });
    await settle();
    expect(store.snapshot().problem).toEqual({ kind: "said", text: "no keyframe left" });
    keyframes.push(keyframe(1, ["a"]));
    const sources = emptyState("e", { context: "c", server: "s", version: undefined, simulated: false }, 0).sources;
    store.receive({ kind: "message", name: "heartbeat", data: { epoch: "e", seq: 1, at: 1, clockRate: 1, sources, hash: "", sentMs: 0 } });
    await settle();
    expect(fetched()).toBe(2);
    expect(store.snapshot().problem).toBeUndefined();
  });

  it("F6 dates a keyframe by its last frame, so that an outage does not become younger", async () => {
    const old = keyframe(1, ["a"]);
    const retrying = { state: "retrying", provenAtMs: 1, detail: "refused" } as const;
    const { store } = setUp([withHead(old, { sources: { ...old.head.sources, pods: retrying } })]);
    store.receive({
      kind: "message",
      name: "hello",
      data: { schema: WIRE_SCHEMA, build: "b", epoch: "e", seq: 1, clockRate: 1, at: 66_001, sentMs: 0 },
    });
    await settle();
    expect(store.snapshot()).toMatchObject({ clusterAtMs: 66_001, doubt: { about: "pods", sinceMs: -66_000, asOfMs: 1 } });
  });

  it("F6 a missing keyframe makes the state stale, and a manual retry fetches it again", async () => {
    const answers: ((answer: AsyncIterable<string>) => void)[] = [];
    const aborted: boolean[] = [];
    let nowMs = 0;
    const store = new ClusterStore({
      nowMs: () => nowMs,
      onOtherSchema: () => true,
      reconnect: () => undefined,
      timeout: () => new AbortController().signal,
      fetchKeyframe(signal) {
        const at = aborted.push(false) - 1;
        signal.addEventListener("abort", () => {
          aborted[at] = true;
        });
        return new Promise((done) => answers.push(done));
      },
    });
    store.receive({ kind: "open" });
    answers[0]?.(keyframeLines(keyframe(1, ["a"])));
    await settle();
    store.receive({ kind: "message", name: "resync", data: { epoch: "e", seq: 9 } });
    nowMs = 5000;
    expect(store.snapshot().behind).toEqual({ sinceMs: 0, asOfMs: 1 });
    store.retry();
    expect(aborted).toEqual([false, true, false]);
    answers[1]?.(keyframeLines(keyframe(2, ["late"])));
    await settle();
    expect(namesIn(store)).toEqual(["a"]);
    answers[2]?.(keyframeLines(keyframe(9, ["b"])));
    await settle();
    expect(store.snapshot()).toMatchObject({ behind: undefined, seq: 9 });
    expect(namesIn(store)).toEqual(["b"]);
  });

  it("aborts a keyframe that takes too long, and fetches it again on the next heartbeat", async () => {
    const limit = new AbortController();
    let fetched = 0;
    const store = new ClusterStore({
      nowMs: () => 0,
      onOtherSchema: () => true,
      reconnect: () => undefined,
      timeout: () => limit.signal,
      fetchKeyframe(signal) {
        fetched++;
        return new Promise((_, failed) => signal.addEventListener("abort", () => failed(new Error("aborted"))));
      },
    });
    store.receive({ kind: "open" });
    limit.abort();
    await settle();
    expect(store.snapshot().problem).toEqual({ kind: "late", afterMs: 20_000 });
    const { sources } = emptyState("e", { context: "c", server: "s", version: undefined, simulated: false }, 0);
    store.receive({ kind: "message", name: "heartbeat", data: { epoch: "e", seq: 1, at: 1, clockRate: 1, sources, hash: "", sentMs: 0 } });
    expect(fetched).toBe(2);
  });
});
