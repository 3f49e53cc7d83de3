import { SOURCES } from "@daemonscope/kube/source-status";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { describe, expect, it } from "vitest";
import { allSourcesLive } from "../../frames/live-frames.fixture.ts";
import type { WriterHeartbeat } from "../stream/writer-heartbeat.ts";
import { WriterMonitor } from "./writer-monitor.ts";

/** A connected writer and its follower; a test sets both clocks. */
function followed() {
  const time = manualTime();
  let isConnected = true;
  const atMs = time.nowMs() - 60_000;
  let position: { run: string; seq: number; atMs: number } | undefined = { run: "a", seq: 1, atMs };
  const writer = new WriterMonitor({
    cluster: "prod",
    engine: "nats://e:4222",
    isConnected: () => isConnected,
    position: () => position,
    timers: time.timers,
    wallNowMs: time.nowMs,
  });
  const heartbeat = (seq: number, more: Partial<WriterHeartbeat> = {}): WriterHeartbeat => {
    const atMs = 5_000_000 + time.timers.elapsedMs();
    return { run: "a", seq, hash: "", atMs, clockRate: 1, sources: allSourcesLive(atMs - 100), ...more };
  };
  return {
    time,
    writer,
    receive: (seq: number, more: Partial<WriterHeartbeat> = {}) => writer.onHeartbeat(heartbeat(seq, more)),
    forget() {
      position = undefined;
    },
    reach(seq: number, run = "a") {
      position = { run, seq, atMs };
      writer.reached();
    },
    connect(connected: boolean) {
      isConnected = connected;
    },
    /** The reported age of the pods in milliseconds. */
    ageMs: () => time.nowMs() - (writer.statuses().pods.provenAtMs ?? Number.NaN),
  };
}

describe("the state of a writer", () => {
  it("is live, with the age that the writer reports, while all its entries have arrived", () => {
    const { time, writer, receive, ageMs } = followed();
    receive(1);
    time.pass(400);
    expect(writer.problem()).toBeUndefined();
    expect(writer.statuses().pods.state).toBe("live");
    expect(ageMs()).toBe(500);
  });
  it("has the time since the last heartbeat after a timeout, and the wait without any heartbeat", () => {
    const { time, writer, receive } = followed();
    time.pass(60_000);
    expect([writer.silentMs, writer.firstHeartbeatWaitMs]).toEqual([undefined, 60_000]);
    receive(1);
    expect(writer.firstHeartbeatWaitMs).toBeUndefined();
    time.pass(1599);
    expect(writer.silentMs).toBeUndefined();
    time.pass(8401);
    expect(writer.silentMs).toBe(10_000);
    receive(2);
    expect(writer.silentMs).toBeUndefined();
  });
  it("is stale 1.6 s after the last heartbeat, with the cause and the next step", () => {
    const { time, writer, receive } = followed();
    receive(1);
    time.pass(1599);
    expect(writer.problem()).toBeUndefined();
    time.pass(1);
    expect(writer.problem()).toEqual({ kind: "unheard" });
    expect(writer.statuses().pods).toMatchObject({
      state: "stale",
      detail: "the collector of prod does not respond; a standby takes over if one runs",
    });
  });
  it("is stale while the engine stores nothing, despite heartbeats, since the last complete arrival", () => {
    const { time, writer, receive, ageMs } = followed();
    receive(1);
    for (let round = 0; round < 8; round++) {
      time.pass(500);
      receive(9, round < 2 ? {} : { unkept: { forMs: 1000, why: "insufficient storage" } });
    }
    expect(writer.problem()).toEqual({ kind: "unkept", why: "insufficient storage" });
    expect(writer.statuses().pods.detail).toContain("(insufficient storage)");
    expect(ageMs()).toBeGreaterThanOrEqual(4000);
  });
  it("is stale if stored entries do not arrive, from 1.5 s on, until they arrive", () => {
    const { time, writer, receive, reach } = followed();
    receive(1);
    receive(2);
    for (let round = 0; round < 3; round++) {
      time.pass(500);
      receive(3 + round);
    }
    expect(writer.problem()).toEqual({ kind: "behind" });
    reach(2);
    expect(writer.problem()).toBeUndefined();
  });
  it("ignores entries of another run: a writer took over, and its entries have not arrived", () => {
    const { time, writer, receive, reach } = followed();
    receive(1, { run: "b" });
    for (let round = 0; round < 3; round++) {
      time.pass(500);
      receive(1, { run: "b" });
    }
    expect(writer.problem()).toEqual({ kind: "behind" });
    reach(1, "b");
    expect(writer.problem()).toBeUndefined();
  });
  it("reports its own disconnection at once", () => {
    const { writer, receive, connect } = followed();
    receive(1);
    connect(false);
    expect(writer.statuses().nodes).toMatchObject({
      state: "stale",
      detail: "the engine at nats://e:4222 cannot be reached from this server, which keeps trying",
    });
  });
  it("reports kinds forbidden to the writer as forbidden, regardless of other problems", () => {
    const { time, writer, receive } = followed();
    const sources = { ...allSourcesLive(1), events: { state: "forbidden", detail: "list events" } } as WriterHeartbeat["sources"];
    receive(1, { sources });
    time.pass(5000);
    expect(writer.statuses().events).toEqual({ state: "forbidden", detail: "list events" });
  });
  it("is syncing until its log was read, regardless of the writer's state", () => {
    const { writer, receive, forget, reach } = followed();
    forget();
    receive(1);
    expect(writer.statuses().pods).toEqual({ state: "syncing", detail: "the log of prod is being read" });
    reach(1);
    expect(writer.statuses().pods.state).toBe("live");
  });
  it("does not wait for entries of a fenced writer", () => {
    const { time, writer, receive, reach } = followed();
    receive(1);
    receive(7);
    reach(2, "b");
    for (let round = 0; round < 5; round++) {
      time.pass(500);
      receive(2, { run: "b" });
    }
    expect(writer.problem()).toBeUndefined();
  });
  it("is syncing before the first heartbeat, and then dated by the end of its log", () => {
    const { time, writer, ageMs } = followed();
    expect(SOURCES.map((source) => writer.statuses()[source].state)).toEqual(SOURCES.map(() => "syncing"));
    time.pass(2000);
    expect(writer.statuses().pods).toMatchObject({
      state: "stale",
      detail: "the collector of prod does not respond; a standby takes over if one runs",
    });
    expect(ageMs()).toBe(62_000);
  });
});
