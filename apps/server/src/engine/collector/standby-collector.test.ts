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
  const conditions = { writing: true, blind: false, connected: true, reaching: true };
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
    isConnected: () => conditions.connected,
    reachesCluster: () => Promise.resolve(conditions.reaching),
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
    conditions,
    time,
    settle,
    sendHeartbeat: () =>
      onHeartbeat?.({
        run: "old",
        seq: 1,
        hash: "",
        atMs: 0,
        clockRate: 1,
        sources: conditions.blind ? { ...allSourcesLive(1), pods: { state: "retrying" } } : allSourcesLive(1),
      }),
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= 250) {
        if (conditions.writing && conditions.connected) this.sendHeartbeat();
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
    const setup = await stage();
    await setup.pass(10_000);
    expect(setup.takeover()).toBeUndefined();
    setup.conditions.writing = false;
    await setup.pass(2500);
    expect(setup.takeover()).toBeUndefined();
    await setup.pass(500);
    expect(setup.takeover()?.run).toBe("new");
    expect(setup.takeover()?.player?.header.log).toBe("e1");
  });
  it("does not count its own disconnection as a writer timeout, and restarts the count on reconnection", async () => {
    const setup = await stage();
    setup.conditions.connected = false;
    await setup.pass(60_000);
    setup.conditions.connected = true;
    await setup.pass(10_000);
    expect(setup.takeover()).toBeUndefined();
    await setup.close();
  });
  it("does not count its own suspension as a writer timeout: queued heartbeats are read first", async () => {
    const setup = await stage();
    await setup.pass(1000);
    setup.time.burn(3_600_000);
    setup.time.pass(250);
    setup.sendHeartbeat();
    await setup.settle();
    await setup.pass(5000);
    expect(setup.takeover()).toBeUndefined();
    await setup.close();
  });
  it("takes over from a live writer without its cluster for 5 s, if it reaches the cluster itself", async () => {
    const setup = await stage();
    setup.conditions.blind = true;
    setup.conditions.reaching = false;
    await setup.pass(20_000);
    expect(setup.takeover()).toBeUndefined();
    setup.conditions.reaching = true;
    await setup.pass(6000);
    expect(setup.takeover()?.run).toBe("new");
  });
  it("starts a new log if the stream's limits dropped all of it", async () => {
    const setup = await stage({ dropAll: true });
    setup.conditions.writing = false;
    await setup.pass(4000);
    expect(setup.takeover()).toMatchObject({ run: "new", player: undefined });
  });
  it("continues after an outage of the engine of any duration", async () => {
    const setup = await stage();
    setup.conditions.writing = false;
    setup.engine.answer(false);
    await setup.pass(30_000);
    expect(setup.takeover()).toBeUndefined();
    setup.engine.answer(true);
    await setup.pass(4000);
    expect(setup.takeover()?.run).toBe("new");
  });
});
