import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { describe, expect, it } from "vitest";
import { allSourcesLive } from "../../frames/live-frames.fixture.ts";
import { LogWriter } from "../../history/log/log-writer.ts";
import { type FixtureEvent, playEvents, watchedWith } from "../../history/log/watched.fixture.ts";
import type { EventLogStream } from "../stream/event-log-stream.ts";
import { memoryStream } from "../stream/memory-stream.fixture.ts";
import { claimStream, StreamBlockStore } from "../stream/stream-block-store.ts";
import type { WriterHeartbeat } from "../stream/writer-heartbeat.ts";
import type { Takeover } from "./collector-session.ts";
import { StandbyCollector } from "./standby-collector.ts";

const READ: readonly FixtureEvent[] = [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }];

/**
 * A stream with another writer, and a standby. Time advances in steps of 250 ms, each with a heartbeat while the
 * writer lives.
 */
async function stage({ dropAll = false } = {}) {
  const engine = memoryStream();
  const lastSeq = await claimStream(engine.stream, "old", 0, {});
  const store = new StreamBlockStore(engine.stream, "old", lastSeq);
  const cluster = watchedWith(
    (header, model) => new LogWriter({ header, model, store, maxBytes: 0, checkpointCost: 4000, beginsAtOnce: true }),
  );
  await playEvents(cluster, [...READ, { do: "tick", ms: 1000 }]);
  if (dropAll) engine.dropBefore(Number.POSITIVE_INFINITY);
  const time = manualTime();
  const is = { writing: true, blind: false, connected: true, reaching: true };
  let onHeartbeat: ((heartbeat: WriterHeartbeat) => void) | undefined;
  let takeover: Takeover | undefined;
  const end = new AbortController();
  let allRead: () => void = () => undefined;
  const reading = new Promise<void>((done) => {
    allRead = done;
  });
  const stream: EventLogStream = {
    ...engine.stream,
    async *read(fromSeq, signal) {
      const last = await engine.stream.lastSeq();
      if (engine.kept.length === 0) allRead();
      for await (const message of engine.stream.read(fromSeq, signal)) {
        yield message;
        if (message.seq === last) allRead();
      }
    },
  };
  const standby = new StandbyCollector({
    stream,
    receiveHeartbeats: (listener, signal) =>
      new Promise((done) => {
        onHeartbeat = listener;
        signal.addEventListener("abort", () => done(), { once: true });
      }),
    isConnected: () => is.connected,
    reachesCluster: () => Promise.resolve(is.reaching),
    clock: time.clock,
    timers: time.timers,
    newName: () => "new",
    onProblem: () => undefined,
  })
    .takeover(end.signal)
    .then((taken) => {
      takeover = taken;
    });
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((done) => setImmediate(done));
  };
  await reading;
  return {
    engine,
    cluster,
    is,
    time,
    settle,
    sendHeartbeat: () =>
      onHeartbeat?.({
        run: "old",
        seq: 1,
        hash: "",
        atMs: 0,
        clockRate: 1,
        sources: is.blind ? { ...allSourcesLive(1), pods: { state: "retrying" } } : allSourcesLive(1),
      }),
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 250) {
        if (is.writing && is.connected) this.sendHeartbeat();
        time.pass(250);
        await settle();
      }
    },
    takeover: () => takeover,
    async close() {
      end.abort();
      time.pass(5000);
      await standby;
    },
  };
}

describe("a standby collector", () => {
  it("takes over 3 s after the last heartbeat, from the state of the log", async () => {
    const at = await stage();
    await at.pass(10_000);
    expect(at.takeover()).toBeUndefined();
    at.is.writing = false;
    await at.pass(2500);
    expect(at.takeover()).toBeUndefined();
    await at.pass(500);
    expect(at.takeover()?.run).toBe("new");
    expect(at.takeover()?.player?.header.log).toBe("e1");
  });
  it("does not count its own disconnection as a writer timeout, and restarts the count on reconnection", async () => {
    const at = await stage();
    at.is.connected = false;
    await at.pass(60_000);
    at.is.connected = true;
    await at.pass(10_000);
    expect(at.takeover()).toBeUndefined();
    await at.close();
  });
  it("does not count its own suspension as a writer timeout: queued heartbeats are read first", async () => {
    const at = await stage();
    await at.pass(1000);
    at.time.burn(3_600_000);
    at.time.pass(250);
    at.sendHeartbeat();
    await at.settle();
    await at.pass(5000);
    expect(at.takeover()).toBeUndefined();
    await at.close();
  });
  it("takes over from a live writer without its cluster for 5 s, if it reaches the cluster itself", async () => {
    const at = await stage();
    at.is.blind = true;
    at.is.reaching = false;
    await at.pass(20_000);
    expect(at.takeover()).toBeUndefined();
    at.is.reaching = true;
    await at.pass(6000);
    expect(at.takeover()?.run).toBe("new");
  });
  it("starts a new log if the stream's limits dropped all of it", async () => {
    const at = await stage({ dropAll: true });
    at.is.writing = false;
    await at.pass(4000);
    expect(at.takeover()).toMatchObject({ run: "new", player: undefined });
  });
  it("continues after an outage of the engine of any duration", async () => {
    const at = await stage();
    at.is.writing = false;
    at.engine.answer(false);
    await at.pass(30_000);
    expect(at.takeover()).toBeUndefined();
    at.engine.answer(true);
    await at.pass(4000);
    expect(at.takeover()?.run).toBe("new");
  });
});
