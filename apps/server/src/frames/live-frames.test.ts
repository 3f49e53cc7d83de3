import { PassThrough } from "node:stream";
import { dropObject, putDaemonSet, putNode, putPod, putRevision } from "@daemonscope/daemonset/model/cluster-event";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { applyFrame } from "@daemonscope/shared/apply-frame";
import { decodeKeyframe, encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import { type ClusterState, cellAtPair } from "@daemonscope/shared/state/cluster-state";
import { sortedNames } from "@daemonscope/shared/state/row-ids";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { kubeDaemonSet, kubeNode, kubePod, kubeRevision } from "../cluster.fixture.ts";
import { EventQueue } from "../feed/event-queue.ts";
import { allSourcesLive, collectingSocket, framesIn, liveFramesOnManualTime, messagesIn } from "./live-frames.fixture.ts";

const SEED = Number(process.env.SEED ?? 20260103);

describe(`live frames, seed ${SEED}`, () => {
  it("F1 a keyframe and frames lead to the server's state, through changes of nodes, DaemonSets and pods", () => {
    const node = fc.constantFrom("n1", "n2", "n3", "n10");
    const name = fc.constantFrom("logs", "cni");
    const step = fc.oneof(
      fc.record({ kind: fc.constant("node" as const), node, pool: fc.constantFrom("a", "b"), tainted: fc.boolean() }),
      fc.record({ kind: fc.constant("dropNode" as const), node }),
      fc.record({ kind: fc.constant("set" as const), name, generation: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant("dropSet" as const), name }),
      fc.record({ kind: fc.constant("pod" as const), name, node, ready: fc.boolean() }),
      fc.record({ kind: fc.constant("dropPod" as const), name, node }),
      fc.record({ kind: fc.constant("tick" as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(40), (steps, joinAt) => {
        const { model, live, tick } = liveFramesOnManualTime();
        const { out, messages } = collectingSocket();
        let browser: ClusterState | undefined;
        steps.forEach((action, at) => {
          if (at === joinAt) {
            live.attach(out, undefined);
            browser = decodeKeyframe(JSON.parse(JSON.stringify(encodeKeyframe(live.log.state))));
          }
          switch (action.kind) {
            case "node":
              model.apply(
                putNode(
                  kubeNode(action.node, {
                    labels: { pool: action.pool },
                    taints: action.tainted ? [{ key: "gpu", effect: "NoSchedule" }] : [],
                  }),
                ),
              );
              break;
            case "dropNode":
              model.apply(dropObject("nodes", action.node));
              break;
            case "set": {
              const daemonSet = kubeDaemonSet(action.name, { generation: action.generation });
              model.apply(putDaemonSet(daemonSet));
              model.apply(putRevision(kubeRevision(daemonSet)));
              break;
            }
            case "dropSet":
              model.apply(dropObject("daemonsets", `uid-${action.name}`));
              break;
            case "pod":
              model.apply(putPod(kubePod(kubeDaemonSet(action.name), action.node, { ready: action.ready })));
              break;
            case "dropPod":
              model.apply(dropObject("pods", `uid-${action.name}-${action.node}`));
              break;
            case "tick":
              tick();
          }
        });
        tick();
        if (browser === undefined) return;
        const { seq } = browser;
        const later = messages().filter(({ event, data }) => event !== "frame" || data.seq > seq);
        for (const frame of framesIn(later, browser)) {
          const applied = applyFrame(browser, frame);
          if (applied.kind !== "applied") throw new Error(`refused: ${applied.kind}`);
          browser = applied.state;
        }
        expect(JSON.stringify(encodeKeyframe(browser))).toBe(JSON.stringify(encodeKeyframe(live.log.state)));
        expect(stateHash(browser)).toBe(live.log.hash());
        for (const key of model.reading.daemonSetKeys())
          for (const { name: row } of model.reading.nodes())
            expect(cellAtPair(live.log.state, row, key)).toBe(model.reading.cellAt(key, row));
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

it("F3 a frame is encoded once: two readers get the same bytes", () => {
  const { model, live, tick } = liveFramesOnManualTime();
  const written: Buffer[][] = [[], []];
  for (const chunks of written) {
    const { out } = collectingSocket();
    const write = out.write.bind(out);
    out.write = ((bytes: Buffer) => {
      chunks.push(bytes);
      return write(bytes);
    }) as typeof out.write;
    live.attach(out, undefined);
  }
  model.apply(putNode(kubeNode("n1")));
  tick();
  expect(written[0]?.at(-1)?.toString("utf8")).toContain("event:frame");
  expect(written[0]?.at(-1)).toBe(written[1]?.at(-1));
});

it("F4 Last-Event-ID continues after that frame, without a keyframe", () => {
  const { model, live, tick } = liveFramesOnManualTime();
  for (const name of ["n1", "n2", "n3"]) {
    model.apply(putNode(kubeNode(name)));
    tick();
  }
  const { out, messages } = collectingSocket();
  live.attach(out, "e1.1");
  expect(messages().map(({ event, id }) => [event, id])).toEqual([
    ["hello", undefined],
    ["frame", "e1.2"],
    ["frame", "e1.3"],
    ["heartbeat", undefined],
  ]);
});

it.each([
  ["another epoch", "e0.2"],
  ["a frame that left the ring", "e1.1"],
  ["a frame that is still to come", "e1.99"],
  ["an invalid cursor", "\u0000x"],
])("F2 F4 %s gets resync, then later frames", (_what, cursor) => {
  const { model, live, tick } = liveFramesOnManualTime({ ring: { frames: 2, bytes: 1 << 20 } });
  for (const name of ["n1", "n2", "n3", "n4", "n5"]) {
    model.apply(putNode(kubeNode(name)));
    tick();
  }
  const { out, messages } = collectingSocket();
  live.attach(out, cursor);
  model.apply(putNode(kubeNode("n6")));
  tick();
  expect(messages().map(({ event, data }) => [event, data.seq])).toEqual([
    ["hello", 5],
    ["resync", 5],
    ["heartbeat", 5],
    ["frame", 6],
  ]);
});

it("F5 a cell that changes five times in a tick costs one change; every status write is kept, in order", () => {
  const { model, live, tick } = liveFramesOnManualTime();
  const daemonSet = kubeDaemonSet("logs");
  model.apply(putNode(kubeNode("n1")));
  model.apply(putDaemonSet(daemonSet));
  model.apply(putRevision(kubeRevision(daemonSet)));
  tick();
  const { out, messages } = collectingSocket();
  live.attach(out, undefined);
  const before = live.log.state;
  for (let at = 0; at < 5; at++) {
    model.apply(putPod(kubePod(daemonSet, "n1", { ready: at % 2 === 0 })));
    model.apply(putDaemonSet(kubeDaemonSet("logs", { desired: at + 1 })));
  }
  tick();
  const frames = framesIn(messages(), before);
  expect(frames).toHaveLength(1);
  const [frame] = frames;
  expect(frame?.cells?.length).toBeLessThanOrEqual(4);
  expect(frame?.statusWrites?.map(({ counts }) => counts.desiredNumberScheduled)).toEqual([1, 2, 3, 4, 5]);
});

it("F5 without changes: no frame, and a heartbeat every five seconds with age and hash", () => {
  const { live, time, model, tick } = liveFramesOnManualTime();
  model.apply(putNode(kubeNode("n1")));
  tick();
  const { out, messages } = collectingSocket();
  live.attach(out, undefined);
  messages();
  model.apply(putNode(kubeNode("n1")));
  tick();
  time.pass(10_000);
  const seen = messages();
  expect(seen.map(({ event }) => event)).toEqual(["heartbeat", "heartbeat"]);
  expect(seen[1]?.data.hash).toBe(stateHash(live.log.state));
  expect(seen[1]?.data.at - seen[1]?.data.sources.nodes.provenAtMs).toBe(10_050);
});

it("F5 without readers there is no heartbeat and no timer", () => {
  const { live, time } = liveFramesOnManualTime();
  const { out } = collectingSocket();
  live.attach(out, undefined);
  expect(time.waiting).toBeGreaterThan(0);
  out.destroy();
  return new Promise<void>((done) => out.once("close", done)).then(() => {
    expect(live.readers.count).toBe(0);
    expect(time.waiting).toBe(0);
  });
});

it("F6 a state change of a source is a frame; its proof of life alone is not", () => {
  const { live, time, setStatuses, tick } = liveFramesOnManualTime();
  tick();
  const { out, messages } = collectingSocket();
  live.attach(out, undefined);
  const before = live.log.state;
  messages();
  const proven = live.sources();
  setStatuses({ ...proven, pods: { state: "live", provenAtMs: time.nowMs() } });
  tick();
  expect(messages()).toEqual([]);
  setStatuses({ ...proven, pods: { state: "retrying", detail: "watch pods: connection reset; retrying in 1 s" } });
  tick();
  expect(framesIn(messages(), before).map(({ sources }) => sources)).toEqual([
    { pods: { state: "retrying", detail: "watch pods: connection reset; retrying in 1 s" } },
  ]);
});

it("F8 a gap of a watch is a mark, dated by the cluster's clock", () => {
  const { live, time, tick } = liveFramesOnManualTime();
  const { out, messages } = collectingSocket();
  live.attach(out, undefined);
  const before = live.log.state;
  time.pass(5000);
  messages();
  live.addGap("pods", time.nowMs() - 3000);
  tick();
  expect(framesIn(messages(), before).map(({ marks }) => marks)).toEqual([
    [{ kind: "watchGap", atMs: time.nowMs() - 50, source: "pods", fromMs: time.nowMs() - 50 - 3000 }],
  ]);
});

it("the first sync makes no marks; later changes do", () => {
  const { live, model, tick } = liveFramesOnManualTime();
  const { out, messages } = collectingSocket();
  live.attach(out, undefined);
  const before = live.log.state;
  model.apply(putNode(kubeNode("n1")));
  live.beginMarks();
  model.apply(putNode(kubeNode("n2")));
  tick();
  const marks = framesIn(messages(), before).flatMap((frame) => frame.marks ?? []);
  expect(marks).toMatchObject([{ kind: "nodeJoined", node: "n2" }]);
});

it("a stream announces its planned end after its lifetime, so that a vanished browser holds nothing", () => {
  const { live, time } = liveFramesOnManualTime();
  const { out, messages } = collectingSocket();
  live.attach(out, undefined);
  time.pass(300_000);
  expect(messages().at(-1)?.event).toBe("renew");
  expect(out.writableEnded).toBe(true);
  expect(live.readers.ends.lifetime).toBe(1);
});

it("close sends bye to every reader, and no tick follows", () => {
  const { live, model, tick } = liveFramesOnManualTime();
  const { out, messages } = collectingSocket();
  live.attach(out, undefined);
  live.close("the server stops");
  model.apply(putNode(kubeNode("n1")));
  tick();
  expect(messages().at(-1)).toMatchObject({ event: "bye", data: { reason: "the server stops" } });
  expect(out.writableEnded).toBe(true);
  expect(live.log.state.seq).toBe(0);
});

it("F5 a first sync of a wide cluster is sent in bounded frames over several turns, and equals one tick", async () => {
  const syncedFrames = () => {
    const action = liveFramesOnManualTime();
    const daemonSets = Array.from({ length: 6 }, (_, at) => kubeDaemonSet(`set-${at}`));
    for (const daemonSet of daemonSets) action.model.apply(putDaemonSet(daemonSet));
    for (let at = 0; at < 1200; at++) {
      action.model.apply(putNode(kubeNode(`n${at}`)));
      for (const daemonSet of daemonSets) action.model.apply(putPod(kubePod(daemonSet, `n${at}`, { ready: at % 7 !== 0 })));
    }
    return action;
  };
  const { live, time } = syncedFrames();
  let isSettled = false;
  const settled = live.settled().then(() => {
    isSettled = true;
  });
  let turns = 0;
  for (; !isSettled && turns < 50; turns++) {
    const { seq } = live.log.state;
    time.pass(0);
    for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    expect(live.log.state.seq - seq).toBeLessThanOrEqual(1);
  }
  await settled;
  // Two frames of nodes, the last nodes with the first of six DaemonSets, the others, 5,000 cells, and the rest. An
  // earlier turn assesses pairs.
  expect({ turns, frames: live.log.state.seq }).toEqual({ turns: 11, frames: 10 });
  const whole = syncedFrames().live;
  whole.settle();
  expect(whole.log.state.seq).toBe(1);
  expect(live.log.hash()).toBe(whole.log.hash());
});

/** Live frames whose first tick is sliced. The test takes each slice from `queued`. */
function liveInParts() {
  const queue = new EventQueue();
  const queued: (() => void)[] = [];
  let burn = 100;
  const started = liveFramesOnManualTime({
    queue,
    soon(callback) {
      queued.push(callback);
      return { cancel: () => undefined };
    },
    // The tick's time slice is over when it reads the sources.
    onStatuses: () => {
      started.time.burn(burn);
      burn = 0;
    },
  });
  return { ...started, queue, queued };
}

it("F5 a first sync that ends during a tick in time slices is sent after it, with all queued events", async () => {
  const { queue, queued, live, model, time } = liveInParts();
  queue.connect((event, nowMs) => model.apply(event, nowMs));
  model.apply(putNode(kubeNode("n1")));
  live.wake();
  queued.shift()?.();
  expect(queue.isPaused).toBe(true);
  queue.push(putNode(kubeNode("n2")), time.nowMs());
  let isSettled = false;
  const settled = live.settled().then(() => {
    isSettled = true;
  });
  for (let turns = 0; !isSettled && turns < 20; turns++) {
    queued.shift()?.();
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  }
  await settled;
  expect(queue.isPaused).toBe(false);
  expect(model.reading.nodeRecord("n2")).toBeDefined();
});

it("F5 an action during a tick in time slices is sent right after it, and a requested tick waits for its end", async () => {
  const { queue, queued, live, model, time } = liveInParts();
  model.apply({ do: "beginMarks" });
  model.apply(putNode(kubeNode("n1")));
  live.wake();
  queued.shift()?.();
  expect(queue.isPaused).toBe(true);
  live.addMarks([{ kind: "acted", atMs: time.nowMs(), act: "restarted", daemonSet: "kube-system/logs" }]);
  let isTicked = false;
  const ticked = live.ticked().then(() => {
    isTicked = true;
  });
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  expect({ seq: live.log.state.seq, isTicked }).toEqual({ seq: 0, isTicked: false });
  for (let turns = 0; !isTicked && turns < 20; turns++) {
    queued.shift()?.();
    for (let turn = 0; turn < 8; turn++) await Promise.resolve();
  }
  await ticked;
  // A frame with the node, then one with the mark. No time passed, so the ticker did not rest between them.
  expect({ seq: live.log.state.seq, isPaused: queue.isPaused }).toEqual({ seq: 2, isPaused: false });
});

describe("another cluster replaces the watched one", () => {
  const next = (time: ReturnType<typeof liveFramesOnManualTime>["time"]) => {
    const model = new ClusterModel({ nowMs: time.nowMs() });
    const identity = { context: "next", server: "http://127.0.0.1:2", version: "v1.36.0", simulated: true };
    return { model, identity, epoch: "e2", clock: time.clock, statuses: () => allSourcesLive(time.nowMs()) };
  };

  it("F2 a reader receives the new epoch at once, and then only the new cluster", () => {
    const { model, live, tick, time } = liveFramesOnManualTime();
    const { out, messages } = collectingSocket();
    live.attach(out, undefined);
    model.apply(putNode(kubeNode("old")));
    tick();
    messages();
    const cluster = next(time);
    live.begin(cluster);
    model.apply(putNode(kubeNode("ghost")));
    cluster.model.apply(putNode(kubeNode("new")));
    tick();
    const received = messages();
    expect(received.map(({ event }) => event)).toEqual(["hello", "frame"]);
    expect(received[0]?.data).toMatchObject({ epoch: "e2", seq: 0 });
    expect(received[1]?.data).toMatchObject({ epoch: "e2", seq: 1 });
    expect(sortedNames(live.log.state.rows)).toEqual(["new"]);
    expect(live.log.state.cluster.context).toBe("next");
  });

  it("F4 a reader with a full socket receives resync once it drains", () => {
    const { live, tick, time } = liveFramesOnManualTime();
    const out = new PassThrough({ highWaterMark: 1 });
    live.attach(out, undefined);
    live.begin(next(time));
    tick();
    let text = "";
    for (let part = out.read() as Buffer | null; part !== null; part = out.read() as Buffer | null) text += part.toString("utf8");
    out.emit("drain");
    for (let part = out.read() as Buffer | null; part !== null; part = out.read() as Buffer | null) text += part.toString("utf8");
    expect(messagesIn(text).at(-1)).toMatchObject({ event: "resync", data: { epoch: "e2" } });
  });

  it("a cursor of the old epoch gets the current state of the new one", () => {
    const { live, time } = liveFramesOnManualTime();
    live.begin(next(time));
    const { out, messages } = collectingSocket();
    live.attach(out, "e1.0");
    expect(messages().map(({ event }) => event)).toEqual(["hello", "resync", "heartbeat"]);
  });
});
