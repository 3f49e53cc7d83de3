import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { emptyState } from "@daemonscope/shared/state/empty-state";
import { expect, test } from "vitest";
import { FrameLog } from "./frame-log.ts";
import { KeyframeCache } from "./keyframe-cache.ts";

const cluster = { context: "test", server: "http://127.0.0.1:1", version: undefined, simulated: false };
const newLog = (frames: number, bytes: number) => new FrameLog(emptyState("e1", cluster, 0), { frames, bytes });
const frame = (seq: number, text = "x") => ({
  epoch: "e1",
  seq,
  at: seq,
  marks: [{ kind: "nodeLeft" as const, atMs: seq, node: text }],
});

test("F4 the ring is limited by count and by bytes, and knows its start", () => {
  const log = newLog(10, 2000);
  for (let seq = 1; seq <= 5000; seq++) log.append(frame(seq));
  expect(log.length).toBe(10);
  expect(log.reachesBackTo(4989)).toBe(false);
  expect(log.reachesBackTo(4990)).toBe(true);
  expect(log.reachesBackTo(5000)).toBe(true);
  expect(log.reachesBackTo(5001)).toBe(false);
  expect(log.frameAfter(4989)).toBeUndefined();
  expect(log.frameAfter(4990)?.toString("utf8")).toContain("id:e1.4991\n");
  expect(log.frameAfter(5000)).toBeUndefined();
  for (let seq = 5001; seq <= 5010; seq++) log.append(frame(seq, "y".repeat(1000)));
  expect(log.bytes).toBeLessThanOrEqual(2000);
  expect(log.length).toBe(1);
});

test("F4 keeps the last frame, regardless of its size", () => {
  const log = newLog(10, 100);
  log.append(frame(1, "y".repeat(10_000)));
  expect(log.frameAfter(0)?.length).toBeGreaterThan(10_000);
});

test("F2 throws for a frame that does not apply, because that is a bug", () => {
  expect(() => newLog(10, 100).append(frame(2))).toThrow("does not apply on seq 0");
});

test("F3 a keyframe is built once per seq, and shared for half a second if readers can continue from it", async () => {
  const log = newLog(10, 10_000);
  const time = manualTime(0);
  const cache = new KeyframeCache(log, time.timers);
  const first = await cache.at();
  expect(await cache.at()).toBe(first);
  log.append(frame(1));
  time.pass(100);
  expect(await cache.at(0)).toBe(first);
  expect((await cache.at(1)).seq).toBe(1);
  log.append(frame(2));
  expect((await cache.at()).seq).toBe(2);
  log.append(frame(3));
  time.pass(501);
  expect((await cache.at(0)).seq).toBe(3);
  expect(cache.built).toBe(4);
});

test("F3 a keyframe is not shared once its later frames have left the ring", async () => {
  const log = newLog(2, 10_000);
  const cache = new KeyframeCache(log, manualTime(0).timers);
  await cache.at();
  for (let seq = 1; seq <= 5; seq++) log.append(frame(seq));
  expect((await cache.at(0)).seq).toBe(5);
});

test("F3 readers share a keyframe in progress, and those that need a later one share the next", async () => {
  const log = newLog(10, 10_000);
  const cache = new KeyframeCache(log, manualTime(0).timers);
  const early = [cache.at(), cache.at(0)];
  log.append(frame(1));
  const late = [cache.at(), cache.at(1), cache.at(0)];
  expect((await Promise.all(early)).map(({ seq }) => seq)).toEqual([0, 0]);
  expect((await Promise.all(late)).map(({ seq }) => seq)).toEqual([1, 1, 0]);
  expect(cache.built).toBe(2);
});
