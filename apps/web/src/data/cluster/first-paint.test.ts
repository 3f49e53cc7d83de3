import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { encodeKeyframe, NODES_PER_PART } from "@daemonscope/shared/codec/keyframe";
import { keyframeText } from "@daemonscope/shared/codec/keyframe-text";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { cellsText, clusterStateOf, sentFrame } from "@daemonscope/shared/state/cluster-state.fixture";
import { type Frame, WIRE_SCHEMA, type WireFrame } from "@daemonscope/shared/state/frame";
import { rowCount } from "@daemonscope/shared/state/row-ids";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { freshnessOf } from "../freshness/freshness.ts";
import { nodesLoadingState } from "../hooks/nodes-loading-state.ts";
import { ClusterStore } from "./cluster-store.ts";

const SEED = Number(process.env.SEED ?? 20261126);

/** A response body that the test controls. */
class Body implements AsyncIterable<string> {
  readonly #lines: string[] = [];
  #end: "open" | "whole" | Error = "open";
  #wake: () => void = () => undefined;
  /** Delivers bytes that do not complete a line. */
  readonly drip: () => void;

  constructor(onBytes: () => void) {
    this.drip = onBytes;
  }

  deliver(...lines: readonly string[]): void {
    this.#lines.push(...lines);
    this.#wake();
  }

  end(error?: Error): void {
    this.#end = error ?? "whole";
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void> {
    for (;;) {
      const line = this.#lines.shift();
      if (line !== undefined) yield line;
      else if (this.#end === "whole") return;
      else if (this.#end !== "open") throw this.#end;
      else
        await new Promise<void>((resume) => {
          this.#wake = resume;
        });
    }
  }
}

const settle = () => new Promise<void>((done) => setImmediate(done));

/** A store with a clock that the test moves, and the bodies that the store requested. */
function slowStore() {
  const bodies: Body[] = [];
  const limits: { readonly atMs: number; readonly end: AbortController }[] = [];
  let nowMs = 1000;
  let reconnects = 0;
  const store = new ClusterStore({
    nowMs: () => nowMs,
    onOtherSchema: () => true,
    reconnect: () => reconnects++,
    timeout(ms) {
      const end = new AbortController();
      limits.push({ atMs: nowMs + ms, end });
      return end.signal;
    },
    fetchKeyframe: (signal, _epoch, onBytes) => {
      const body = new Body(onBytes);
      signal.addEventListener("abort", () => body.end(new DOMException("aborted", "AbortError")));
      bodies.push(body);
      return Promise.resolve(body);
    },
  });
  return {
    store,
    bodies,
    reconnects: () => reconnects,
    async pass(ms: number) {
      nowMs += ms;
      for (const { atMs, end } of limits) if (atMs <= nowMs) end.abort();
      await settle();
    },
  };
}

function storeOf() {
  const { store, bodies } = slowStore();
  store.receive({ kind: "open" });
  const receiveFrame = (data: WireFrame) => store.receive({ kind: "message", name: "frame", data });
  return { store, bodies, receiveFrame };
}

const node = (at: number): NodeRecord => readyNode(`n-${at}`);
const live = { state: "live", provenAtMs: 1 } as const;

/** A state of `nodes` nodes and two DaemonSets, all of it read by the server. */
function stateOf(nodes: number): ClusterState {
  const state = clusterStateOf(
    Array.from({ length: nodes }, (_, at) => node(at)),
    [{ key: "a/x" }, { key: "a/y" }],
    Array.from({ length: nodes }, (_, at) => [at % 5, 6]),
  );
  return { ...state, sources: { nodes: live, pods: live, daemonsets: live, controllerrevisions: live, events: live } };
}
const linesOf = (state: ClusterState) => keyframeText(encodeKeyframe(state)).split("\n").slice(0, -1);
/** A state of three parts. */
const MANY = stateOf(2 * NODES_PER_PART + 7);
const LINES = linesOf(MANY);

describe(`a keyframe that arrives in chunks, seed ${SEED}`, () => {
  it("F1 F2 together with the frames that arrive between its chunks equals the server's state, byte for byte", async () => {
    const change = fc.record({
      after: fc.nat(LINES.length),
      kind: fc.constantFrom("cells", "joins", "leaves"),
      row: fc.nat(rowCount(MANY.rows) - 1),
      byte: fc.nat(255),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), fc.nat(LINES.length), async (changes, early) => {
        const { store, bodies, receiveFrame } = storeOf();
        await settle();
        let server = MANY;
        const pending = changes.toSorted((a, b) => a.after - b.after);
        const play = (upTo: number) => {
          while (pending[0] !== undefined && pending[0].after <= upTo) {
            const { kind, row, byte } = pending.shift() as (typeof pending)[number];
            const seq = server.seq + 1;
            const frame: Frame = {
              epoch: server.epoch,
              seq,
              at: server.at + 1,
              ...(kind === "joins" ? { nodes: { put: [[server.rows.names.length, node(server.rows.names.length)]] } } : {}),
              ...(kind === "leaves" && server.rows.names[row] !== undefined ? { nodes: { freed: [[row, seq]] } } : {}),
              ...(kind === "cells" && server.rows.names[row] !== undefined ? { cells: cellsText([[row, 0, byte]]) } : {}),
            };
            const { sent, after } = sentFrame(server, frame);
            server = after;
            receiveFrame(sent);
          }
        };
        for (const [at, line] of LINES.entries()) {
          play(at);
          bodies[0]?.deliver(line);
          // The first lines arrive together.
          if (at >= early) await settle();
          const { state, seq } = store.snapshot();
          if (nodesLoadingState(store.snapshot()) !== undefined) expect([seq, state && rowCount(state.rows)]).toEqual([MANY.seq, 0]);
        }
        bodies[0]?.end();
        play(LINES.length);
        await settle();
        const { state } = store.snapshot();
        expect(state && stateHash(state)).toBe(stateHash(server));
        expect(state && keyframeText(encodeKeyframe(state))).toBe(keyframeText(encodeKeyframe(server)));
        expect(nodesLoadingState(store.snapshot())).toBeUndefined();
        expect(bodies).toHaveLength(1);
      }),
      { seed: SEED, numRuns: 25 },
    );
  });
});

test("the head shows all DaemonSets and the expected node count, and is not live; each chunk raises the loaded count", async () => {
  const { store, bodies } = storeOf();
  const seen: unknown[] = [];
  await settle();
  const freshness = () => freshnessOf(store.snapshot(), 1000);
  expect(freshness().why.kind).toBe("awaited");
  for (const line of LINES) {
    bodies[0]?.deliver(line);
    await settle();
    const view = store.snapshot();
    seen.push([nodesLoadingState(view), freshness().kind, view.state?.columns.names.length]);
  }
  const of = rowCount(MANY.rows);
  expect(seen).toEqual([
    [{ read: 0, of }, "connecting", 2],
    [{ read: NODES_PER_PART, of }, "connecting", 2],
    [{ read: 2 * NODES_PER_PART, of }, "connecting", 2],
    [{ read: of, of }, "connecting", 2],
  ]);
  bodies[0]?.end();
  await settle();
  expect([nodesLoadingState(store.snapshot()), freshness().kind]).toEqual([undefined, "live"]);
});

test("F2 fetches a truncated keyframe again at once, and never shows its part as live", async () => {
  for (const error of [undefined, new TypeError("network error")]) {
    const { store, bodies } = storeOf();
    await settle();
    bodies[0]?.deliver(...LINES.slice(0, 2));
    bodies[0]?.end(error);
    await settle();
    expect(bodies).toHaveLength(2);
    const { problem, state } = store.snapshot();
    expect(problem).toEqual({ kind: "cut" });
    expect(state?.columns.names).toEqual(["a/x", "a/y"]);
    expect(freshnessOf(store.snapshot(), 1000).kind).toBe("connecting");
    bodies[1]?.deliver(...LINES);
    bodies[1]?.end();
    await settle();
    expect(nodesLoadingState(store.snapshot())).toBeUndefined();
    expect(store.snapshot().problem).toBeUndefined();
  }
});

test("F2 after repeated truncation fetches once per heartbeat, and shows nothing of a damaged chunk", async () => {
  const { store, bodies } = storeOf();
  await settle();
  for (let time = 0; time < 3; time++) {
    bodies.at(-1)?.deliver(...LINES.slice(0, 2));
    bodies.at(-1)?.end();
    await settle();
  }
  expect(bodies).toHaveLength(3);
  const heartbeat = { epoch: "e", seq: MANY.seq, at: 2, clockRate: 1, sources: MANY.sources, hash: stateHash(MANY), sentMs: 0 };
  store.receive({ kind: "message", name: "heartbeat", data: heartbeat });
  await settle();
  expect(bodies).toHaveLength(4);
  bodies[3]?.deliver(LINES[0] ?? "", (LINES[1] ?? "").replace('"cells":["', '"cells":["!'));
  await settle();
  expect(store.snapshot()).toMatchObject({ state: undefined, problem: { kind: "unreadable" } });
});

test("F1 applies frames of several minutes on one keyframe: a slow network fetches it once", async () => {
  const { store, bodies, receiveFrame } = storeOf();
  await settle();
  const before = stateOf(10);
  let server = before;
  const [head = "", ...parts] = linesOf(before);
  bodies[0]?.deliver(head);
  await settle();
  for (let at = 1; at <= 12_000; at++) {
    const { sent, after } = sentFrame(server, { epoch: "e", seq: server.seq + 1, at, cells: cellsText([[at % 10, 0, at % 5]]) });
    server = after;
    receiveFrame(sent);
  }
  bodies[0]?.deliver(...parts);
  bodies[0]?.end();
  await settle();
  const { state } = store.snapshot();
  expect(state?.seq).toBe(server.seq);
  expect(state && stateHash(state)).toBe(stateHash(server));
  expect(bodies).toHaveLength(1);
});

test.each(["before", "after"])(
  "F6 dates the counts of the head if frames that arrived %s it are queued: old counts are not current",
  async (when) => {
    const { store, bodies, receiveFrame } = storeOf();
    await settle();
    const later = sentFrame(MANY, { epoch: "e", seq: MANY.seq + 1, at: 777, cells: cellsText([[0, 0, 1]]) }).sent;
    if (when === "before") receiveFrame(later);
    bodies[0]?.deliver(LINES[0] ?? "");
    await settle();
    expect(store.snapshot().behind).toEqual(when === "before" ? { sinceMs: 1000, asOfMs: 777 } : undefined);
    expect(freshnessOf(store.snapshot(), 4000)).toMatchObject({
      kind: when === "before" ? "stale" : "connecting",
      why: { kind: "partly" },
    });
    if (when === "after") receiveFrame(later);
    expect(freshnessOf(store.snapshot(), 4000)).toMatchObject({ kind: "stale", ageMs: 3000, asOfMs: 777, why: { kind: "partly" } });
    bodies[0]?.deliver(...LINES.slice(1));
    bodies[0]?.end();
    await settle();
    expect(freshnessOf(store.snapshot(), 4000).kind).toBe("live");
  },
);

test("F2 fetches a partial keyframe again as soon as the stream reopens, also from the same server", async () => {
  const { store, bodies } = storeOf();
  await settle();
  for (let time = 0; time < 3; time++) {
    bodies.at(-1)?.deliver(...LINES.slice(0, 2));
    bodies.at(-1)?.end(new TypeError("network error"));
    await settle();
  }
  store.receive({ kind: "lost" });
  store.receive({ kind: "open" });
  const hello = { schema: WIRE_SCHEMA, build: "b", epoch: MANY.epoch, seq: MANY.seq, clockRate: 1, at: 2, sentMs: 0 } as const;
  store.receive({ kind: "message", name: "hello", data: hello });
  await settle();
  expect(bodies).toHaveLength(4);
  bodies[3]?.deliver(...LINES);
  bodies[3]?.end();
  await settle();
  expect(freshnessOf(store.snapshot(), 1000).kind).toBe("live");
});

test("F6 replaces a displayed state as a whole, and never shows chunks of the next one", async () => {
  const { store, bodies } = storeOf();
  await settle();
  bodies[0]?.deliver(...LINES);
  bodies[0]?.end();
  await settle();
  const { state } = store.snapshot();
  store.receive({ kind: "message", name: "resync", data: { epoch: "e", seq: 9 } });
  await settle();
  bodies[1]?.deliver(...linesOf({ ...MANY, seq: 9 }).slice(0, 2));
  await settle();
  expect(store.snapshot().state).toBe(state);
  expect(nodesLoadingState(store.snapshot())).toBeUndefined();
});

test("F6 does not abort a slow keyframe while bytes arrive, and aborts it once none arrive", async () => {
  const { store, bodies, pass } = slowStore();
  store.receive({ kind: "open" });
  await settle();
  bodies[0]?.deliver(LINES[0] ?? "");
  await settle();
  for (let minute = 0; minute < 12; minute++) {
    await pass(15_000);
    bodies[0]?.drip();
  }
  expect([bodies.length, store.snapshot().problem]).toEqual([1, undefined]);
  await pass(19_000);
  expect(bodies).toHaveLength(1);
  await pass(1000);
  expect(store.snapshot().problem).toEqual({ kind: "late", afterMs: 20_000 });
});

test("F2 a manual retry restarts a silent keyframe, and none that still receives bytes", async () => {
  const { store, bodies, pass, reconnects } = slowStore();
  store.receive({ kind: "open" });
  await settle();
  bodies[0]?.deliver(...LINES.slice(0, 2));
  await settle();
  await pass(4000);
  bodies[0]?.drip();
  await pass(4000);
  store.retry();
  await settle();
  expect([bodies.length, reconnects()]).toEqual([1, 1]);
  expect(nodesLoadingState(store.snapshot())?.read).toBe(NODES_PER_PART);
  await pass(1000);
  store.retry();
  await settle();
  expect([bodies.length, reconnects()]).toEqual([2, 2]);
});

test("F4 reports the stream position as soon as the head arrives, however late, with one keyframe request", async () => {
  const { store, bodies, pass } = slowStore();
  let reported: unknown = "not yet";
  void store.begin().then((position) => {
    reported = position;
  });
  await pass(6000);
  expect(reported).toBe("not yet");
  bodies[0]?.deliver(...LINES);
  bodies[0]?.end();
  await settle();
  expect(reported).toMatchObject({ epoch: MANY.epoch, seq: MANY.seq });
  expect(bodies).toHaveLength(1);
});

test("F4 without a keyframe the stream starts without a position", async () => {
  const { store, pass } = slowStore();
  let reported: unknown = "not yet";
  void store.begin().then((position) => {
    reported = position;
  });
  await settle();
  await pass(20_000);
  expect(reported).toBeUndefined();
});

test("F6 an open stream without messages and the end of a slow keyframe do not make a silent page live", async () => {
  const { store, bodies, pass } = slowStore();
  store.receive({ kind: "open" });
  await settle();
  bodies[0]?.deliver(LINES[0] ?? "");
  await settle();
  await pass(15_000);
  bodies[0]?.drip();
  bodies[0]?.deliver(...LINES.slice(1));
  bodies[0]?.end();
  await settle();
  const fresh = () => freshnessOf(store.snapshot(), 16_000);
  expect(fresh()).toMatchObject({ kind: "stale", why: { kind: "serverSilent" }, ageMs: 15_000 });
  store.receive({ kind: "open" });
  expect(fresh().kind).toBe("stale");
  const hello = { schema: WIRE_SCHEMA, build: "b", epoch: MANY.epoch, seq: MANY.seq, clockRate: 1, at: 2, sentMs: 0 } as const;
  store.receive({ kind: "message", name: "hello", data: hello });
  expect(fresh().kind).toBe("live");
});
