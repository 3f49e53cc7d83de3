import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, constants, createBrotliDecompress } from "node:zlib";
import { putDaemonSet, putNode, putPod } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { systemTimers, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import { kubeDaemonSet, kubeNode, kubePod } from "@daemonscope/server/cluster.fixture";
import { allSourcesLive, collectingSocket, liveFramesOnManualTime } from "@daemonscope/server/frames/live-frames.fixture";
import { EncodedKeyframe } from "@daemonscope/server/frames/log/encoded-keyframe";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { keyframeText } from "@daemonscope/shared/codec/keyframe-text";
import { type ClusterState, cellAtPair, daemonSetsOf, nodesOf } from "@daemonscope/shared/state/cluster-state";
import { expect, test } from "vitest";
import { bigClusterRollout } from "./rollout.ts";
import { syntheticState } from "./synthetic-state.ts";

/**
 * Counts that do not depend on the machine. Bytes of frames are in wire-measure.test.ts, draw calls in the tests of the
 * drawing code.
 */
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Returns the bytes that remain allocated after work and a garbage collection. */
function heldAfter(work: () => void): number {
  const held = () => {
    for (let time = 0; time < 3; time++) collect();
    const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
    return heap + external;
  };
  const before = held();
  work();
  return held() - before;
}

test("a keyframe is less than 15 % larger than the minimum for its state", () => {
  const { state, bound } = syntheticState(5000, daemonSetsOf(bigClusterRollout(24).state()), Date.UTC(2026, 0, 1));
  const brotli = (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
  const least = Object.values(bound).reduce((sum, each) => sum + each, brotliCompressSync(JSON.stringify(daemonSetsOf(state))).length);
  expect(brotli(keyframeText(encodeKeyframe(state))) / least).toBeLessThan(1.15);
});

/** Returns the bytes of a stream until its first line can be read, compressed as for a browser. */
async function bytesUntilHead(state: ClusterState): Promise<{ readonly packed: number; readonly head: string }> {
  const keyframe = new EncodedKeyframe(state);
  // The head is written in the first time slice. The timers never start a second one.
  let elapsedMs = 0;
  const firstSliceOnly: Timers = {
    ...systemTimers,
    elapsedMs: () => {
      elapsedMs += 100;
      return elapsedMs;
    },
    soon: () => ({ cancel: () => undefined }),
  };
  void keyframe.write(state, firstSliceOnly);
  const unpacker = createBrotliDecompress();
  let text = "";
  unpacker.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  let packed = 0;
  for await (const chunk of keyframe.packed("br")) {
    packed += chunk.length;
    await new Promise<void>((done) => unpacker.write(chunk, () => done()));
    await new Promise((done) => setImmediate(done));
    if (text.includes("\n")) return { packed, head: text.slice(0, text.indexOf("\n")) };
  }
  throw new Error("there is no head");
}

test("the head of a keyframe of 100,000 nodes is readable after the first 2,500 bytes", async () => {
  const { state } = syntheticState(100_000, daemonSetsOf(bigClusterRollout(24).state()), Date.UTC(2026, 0, 1));
  const { packed, head } = await bytesUntilHead(state);
  expect(JSON.parse(head)).toMatchObject({ nodes: 100_000, daemonSets: daemonSetsOf(state).map(({ key }) => ({ key })) });
  expect(packed, "bytes until the head can be read").toBeLessThan(2500);
});

test("repeated unchanged heartbeats of nodes and pods change nothing, and keep no memory", () => {
  const model = new ClusterModel({ nowMs: 0, objects: "columns" });
  const daemonSet = kubeDaemonSet("agent", { desired: 100 });
  model.apply(putDaemonSet(daemonSet));
  const nodes = () => Array.from({ length: 100 }, (_, at) => kubeNode(`node-${at}`));
  for (const node of nodes()) {
    model.apply(putNode(node));
    model.apply(putPod(kubePod(daemonSet, node.metadata.name, { ready: true })));
  }
  model.tick(1000);
  model.takeChanges();
  let changeCount = 0;
  const putUnchanged = (times: number) => {
    for (let time = 0; time < times; time++)
      for (const node of nodes()) {
        model.apply(putNode(node));
        model.apply(putPod(kubePod(daemonSet, node.metadata.name, { ready: true })));
        model.tick(1000);
        const { cells, nodesPut, daemonSetsPut } = model.takeChanges();
        changeCount += cells.length + nodesPut.length + daemonSetsPut.length;
      }
  };
  // Warms up, because compiled code also takes memory.
  putUnchanged(20);
  const held = heldAfter(() => putUnchanged(100));
  expect(changeCount).toBe(0);
  // One small object is forty bytes; code that is compiled meanwhile changes the figure by up to five.
  expect(held / 20_000, "bytes held of an event").toBeLessThan(20);
});

test("after a rollout every cell equals that of a model built from the final objects", () => {
  const cluster = bigClusterRollout(60);
  cluster.begin();
  for (let at = 0; at < 600; at++) {
    cluster.advance();
    cluster.step();
  }
  const [state, rebuilt] = [cluster.state(), cluster.rebuiltState()];
  let compared = 0;
  for (const { name } of nodesOf(rebuilt))
    for (const { key } of daemonSetsOf(rebuilt)) {
      compared++;
      expect(cellAtPair(state, name, key), `${name} ${key}`).toBe(cellAtPair(rebuilt, name, key));
    }
  expect(compared).toBe(60 * 12);
});

test("a minute with only heartbeats sends less than a kilobyte per client, and no frame", () => {
  const { time, live, model, setStatuses, tick } = liveFramesOnManualTime();
  for (let at = 0; at < 50; at++) model.apply(putNode(kubeNode(`node-${at}`)));
  tick();
  const { out } = collectingSocket();
  live.attach(out, undefined, "gzip");
  const taken = () => (out.read() as Buffer | null)?.length ?? 0;
  const { seq } = live.log.state;
  // Skips a connection's initial messages, and the compression window with the log's first message.
  time.pass(5000);
  taken();
  let bytes = 0;
  for (let second = 0; second < 60; second++) {
    // Each node sends a heartbeat, and bookmarks prove all kinds.
    for (let at = 0; at < 50; at++) model.apply(putNode(kubeNode(`node-${at}`)));
    setStatuses(allSourcesLive(time.nowMs()));
    live.wake();
    time.pass(1000);
    bytes += taken();
  }
  expect(live.log.state.seq).toBe(seq);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes, "bytes a minute").toBeLessThan(1000);
});
