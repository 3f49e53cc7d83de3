import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { describe, expect, it, vi } from "vitest";
import { collectingSocket } from "../../frames/live-frames.fixture.ts";
import { BLOCK, packBlock } from "../../history/log/block.ts";
import { memoryStream } from "../stream/memory-stream.fixture.ts";
import { followedOnHeartbeats } from "./followed-cluster.fixture.ts";

/** A followed cluster with a manual clock. */
function followedOnManualTime(stream = memoryStream().stream) {
  const time = manualTime();
  const { cluster, beat: sendHeartbeat } = followedOnHeartbeats({ stream, timers: time.timers, wallNowMs: time.nowMs });
  cluster.begin();
  return { time, cluster, sendHeartbeat: (atMs: number, clockRate: number) => sendHeartbeat(atMs, 0, clockRate) };
}

describe("the clock of a followed cluster", () => {
  it.each([
    ["is stopped", 0],
    ["runs fast", 60],
    ["runs in real time", 1],
  ])("%s like that of the writer, and pages receive that rate", async (_, rate) => {
    const { time, cluster, sendHeartbeat } = followedOnManualTime();
    sendHeartbeat(5_000_000, rate);
    const { out, messages } = collectingSocket();
    cluster.live.attach(out, undefined);
    time.pass(500);
    const received = messages().filter(({ event }) => event === "hello" || event === "heartbeat");
    expect(received.map(({ data }) => data.clockRate)).toEqual(received.map(() => rate));
    expect(received.length).toBeGreaterThan(1);
    expect(cluster.live.clock.nowMs()).toBe(5_000_000 + 500 * rate);
    await cluster.close();
  });

  it("sends a changed rate to pages at once, and handles due work when the clock resumes", async () => {
    const { time, cluster, sendHeartbeat } = followedOnManualTime();
    const due: number[] = [];
    sendHeartbeat(5_000_000, 0);
    cluster.live.clock.after(60_000, () => due.push(cluster.live.clock.nowMs()));
    const { out, messages } = collectingSocket();
    cluster.live.attach(out, undefined);
    messages();
    time.pass(2500);
    messages();
    expect(due).toEqual([]);
    sendHeartbeat(5_000_000, 60);
    expect(messages().map(({ event, data }) => [event, data.clockRate])).toEqual([["heartbeat", 60]]);
    time.pass(2000);
    expect(due).toHaveLength(1);
    expect(due[0]).toBeGreaterThanOrEqual(5_060_000);
    await cluster.close();
  });
});

it("reports a log of another version on the page, and not as being read", async () => {
  const { stream } = memoryStream();
  const { cluster, sendHeartbeat } = followedOnManualTime(stream);
  const header = await packBlock(BLOCK.header, JSON.stringify({ schema: 99, log: "x" }));
  await stream.append({ kind: "block", run: "a", segment: 0, fromMs: 0, bytes: header }, 0);
  sendHeartbeat(5_000_000, 1);
  await vi.waitFor(() =>
    expect(cluster.statuses().pods).toMatchObject({
      state: "stale",
      detail: "the stream holds a log that another version of daemonscope wrote: use one version for collectors and viewers",
    }),
  );
  await cluster.close();
});
