import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { emptyState } from "@daemonscope/shared/empty-state";
import type { Frame, Keyframe } from "@daemonscope/shared/frame";
import { stateHash } from "@daemonscope/shared/state-hash";
import { describe, expect, it } from "vitest";
import { ClusterStore } from "./cluster-store.ts";

const node = (name: string) => ({ name, uid: name, labels: {}, taints: [], unschedulable: false, ready: "True" as const, createdAtMs: 0 });
const frame = (seq: number, name: string, epoch = "e"): Frame => ({ epoch, seq, at: seq, nodesPut: [node(name)] });

function setUp(keyframes: Keyframe[]) {
  let fetched = 0;
  const store = new ClusterStore({
    nowMs: () => 0,
    onOtherSchema: () => undefined,
    fetchKeyframe: () => {
      fetched++;
      const next = keyframes.shift();
      return next === undefined ? Promise.reject(new Error("no keyframe left")) : Promise.resolve(next);
    },
  });
  return { store, fetched: () => fetched };
}
const keyframe = (seq: number, names: readonly string[], epoch = "e"): Keyframe => {
  const state: ClusterState = {
    ...emptyState(epoch, { context: "c", server: "s", version: undefined, simulated: false }, seq),
    seq,
    rows: names,
    nodes: new Map(names.map((name) => [name, node(name)])),
  };
  return encodeKeyframe(state);
};
const settle = () => new Promise<void>((done) => setImmediate(done));

describe("the page's copy of the cluster", () => {
  it("F1 applies the frames that came while the keyframe was on its way", async () => {
    const { store } = setUp([keyframe(2, ["a"])]);
    store.hear({ kind: "open" });
    store.hear({ kind: "message", name: "frame", data: frame(2, "a") });
    store.hear({ kind: "message", name: "frame", data: frame(3, "b") });
    await settle();
    expect(store.snapshot().state?.rows).toEqual(["a", "b"]);
    expect(store.snapshot().seq).toBe(3);
  });
  it("F2 a gap fetches a keyframe and does not guess", async () => {
    const { store, fetched } = setUp([keyframe(1, ["a"]), keyframe(5, ["a", "b", "c"])]);
    store.hear({ kind: "open" });
    await settle();
    store.hear({ kind: "message", name: "frame", data: frame(4, "c") });
    await settle();
    expect(fetched()).toBe(2);
    expect(store.snapshot().state?.rows).toEqual(["a", "b", "c"]);
  });
  it("F2 a server of a new epoch replaces everything", async () => {
    const { store } = setUp([keyframe(9, ["old"]), keyframe(1, ["new"], "f")]);
    store.hear({ kind: "open" });
    await settle();
    store.hear({ kind: "message", name: "hello", data: { schema: 1, build: "b", epoch: "f", seq: 1, clockRate: 1, at: 0 } });
    await settle();
    expect(store.snapshot().state?.rows).toEqual(["new"]);
  });
  it("F5 a hash that differs fetches a keyframe, an equal one does not", async () => {
    const { store, fetched } = setUp([keyframe(1, ["a"]), keyframe(1, ["a"])]);
    store.hear({ kind: "open" });
    await settle();
    const state = store.snapshot().state;
    if (state === undefined) throw new Error("no state");
    const heartbeat = { epoch: "e", seq: 1, at: 1, clockRate: 1, sources: state.sources, hash: stateHash(state) };
    store.hear({ kind: "message", name: "heartbeat", data: heartbeat });
    await settle();
    expect(fetched()).toBe(1);
    store.hear({ kind: "message", name: "heartbeat", data: { ...heartbeat, hash: "00000000" } });
    await settle();
    expect(fetched()).toBe(2);
  });
  it("F6 keeps the state when the connection is lost, and says since when", async () => {
    const { store } = setUp([keyframe(1, ["a"])]);
    store.hear({ kind: "open" });
    await settle();
    store.hear({ kind: "lost" });
    expect(store.snapshot()).toMatchObject({ connection: "lost", lostAtMs: 0 });
    expect(store.snapshot().state?.rows).toEqual(["a"]);
  });
});
