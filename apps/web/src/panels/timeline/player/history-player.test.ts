import { readyNode } from "@daemonscope/daemonset/records/ready-node.fixture";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import type { HistoryFramesAnswer, HistoryGap } from "@daemonscope/shared/http/history";
import { afterFrame, clusterStateOf } from "@daemonscope/shared/state/cluster-state.fixture";
import type { Frame } from "@daemonscope/shared/state/frame";
import { describe, expect, it } from "vitest";
import { HistoryPlayer, LIVE_EDGE_MS, type PlayerStatus } from "./history-player.ts";

const SECOND = 1000;
const NOW = 3_600_000;

/** A node joined each ten seconds for an hour; the server answers for any range. */
const FRAMES: readonly Frame[] = Array.from({ length: NOW / (10 * SECOND) }, (_, at) => ({
  epoch: "e",
  seq: at + 1,
  at: (at + 1) * 10 * SECOND,
  nodes: { put: [[at, readyNode(`n${at}`)]] },
}));
const joinedUntil = (atMs: number) => Math.floor(atMs / (10 * SECOND));

function framesBetween(fromMs: number, toMs: number, maxFrames: number): HistoryFramesAnswer {
  const start = FRAMES.filter(({ at }) => at <= fromMs).reduce((state, frame) => afterFrame(state, frame).state, {
    ...clusterStateOf([], [], []),
    seq: 0,
    at: 0,
  });
  const frames = FRAMES.filter(({ at }) => at > fromMs && at <= toMs);
  const sent = frames.slice(0, maxFrames);
  const last = sent.at(-1);
  return {
    keyframe: encodeKeyframe(start),
    frames: sent,
    ...(frames.length > maxFrames && last !== undefined ? { moreFromMs: last.at } : {}),
  };
}

function setUp({
  maxFrames = 3000,
  failing = () => false,
  gaps = [],
  nowMs = () => NOW,
}: {
  readonly maxFrames?: number;
  readonly failing?: () => boolean;
  readonly gaps?: readonly HistoryGap[];
  readonly nowMs?: () => number;
} = {}) {
  const requests: (readonly [number, number])[] = [];
  const statuses: PlayerStatus[] = [];
  const waits = new Set<() => void>();
  let onFrame: ((realMs: number) => void) | undefined;
  const player = new HistoryPlayer({
    fetchFrames: async (fromMs, toMs) => {
      requests.push([fromMs, toMs]);
      if (failing()) throw new Error("away");
      const gap = gaps.find((each) => each.toMs > fromMs && each.fromMs < toMs);
      const answer = framesBetween(fromMs, Math.min(toMs, gap?.fromMs ?? toMs), maxFrames);
      return gap === undefined ? answer : { ...answer, moreFromMs: gap.toMs, unknownFromMs: gap.fromMs };
    },
    nowMs,
    kept: () => ({ fromMs: 0, gaps }),
    onStatus: (status) => statuses.push(status),
    after: (_ms, call) => {
      waits.add(call);
      return () => waits.delete(call);
    },
    onNextFrame: (call) => {
      onFrame = call;
      return () => {
        onFrame = undefined;
      };
    },
  });
  const runTimers = () => {
    for (const call of waits) call();
    waits.clear();
  };
  const draw = (realMs: number) => onFrame?.(realMs);
  const nodes = () => player.snapshot().state?.rows.names.length;
  return { player, requests, statuses, runTimers, draw, nodes, isPlaying: () => onFrame !== undefined };
}
const settle = () => new Promise<void>((done) => setImmediate(done));

describe("a page that goes back in time", () => {
  it("L2 shows the state of the selected moment, and near moments without another request", async () => {
    const { player, requests, nodes } = setUp();
    player.seek(1_000_000);
    expect(player.status()).toMatchObject({ wantedMs: 1_000_000, isShown: false });
    await settle();
    expect(nodes()).toBe(joinedUntil(1_000_000));
    expect(player.snapshot().moment).toMatchObject({ atMs: 1_000_000, askedAtMs: 1_000_000 });
    for (const atMs of [1_050_000, 960_000, 1_119_999, 940_000]) {
      player.seek(atMs);
      expect([nodes(), player.snapshot().moment?.atMs]).toEqual([joinedUntil(atMs), atMs]);
    }
    expect(requests).toEqual([[940_000, 1_120_000]]);
  });
  it("notifies views of the difference between two moments, and of the whole state after another range loads", async () => {
    const { player } = setUp();
    player.seek(1_000_000);
    await settle();
    const { version } = player.snapshot();
    player.seek(1_010_000);
    expect(player.effectBetween(version, version + 1)).toMatchObject({ whole: false, rows: { freed: [], put: [100] } });
    player.seek(990_000);
    expect(player.effectBetween(version + 1, version + 2)).toMatchObject({ whole: false, rows: { freed: [99, 100], put: [] } });
    player.seek(2_000_000);
    await settle();
    expect(player.effectBetween(version + 2, player.snapshot().version).whole).toBe(true);
  });
  it("keeps the displayed moment and its time until another moment is loaded", async () => {
    const { player, nodes } = setUp();
    player.seek(1_000_000);
    await settle();
    player.seek(2_000_000);
    expect([player.status().isShown, player.snapshot().moment?.atMs, nodes()]).toEqual([false, 1_000_000, joinedUntil(1_000_000)]);
    await settle();
    expect([player.status().isShown, player.snapshot().moment?.atMs, nodes()]).toEqual([true, 2_000_000, joinedUntil(2_000_000)]);
  });
  it("loads details only for the moment at which scrubbing stops", async () => {
    const { player, runTimers } = setUp();
    player.seek(1_000_000, true);
    await settle();
    expect(player.snapshot().moment).toMatchObject({ atMs: 1_000_000, askedAtMs: undefined });
    player.seek(1_001_000, true);
    runTimers();
    expect(player.snapshot().moment).toMatchObject({ atMs: 1_001_000, askedAtMs: 1_001_000 });
  });
  it("L3 shows nothing for an unrecorded period, and playback continues after it", async () => {
    const { player, requests, draw, nodes } = setUp({ gaps: [{ fromMs: 1_000_000, toMs: 1_300_000 }] });
    player.seek(1_310_000);
    await settle();
    expect([requests, nodes()]).toEqual([[[1_300_000, 1_430_000]], joinedUntil(1_310_000)]);
    player.seek(999_000);
    await settle();
    player.play(60);
    for (let realMs = 0; realMs < 2000 && (player.status().wantedMs ?? 0) < 1_300_000; realMs += 50) {
      draw(realMs);
      await settle();
      expect(player.snapshot().moment?.atMs).not.toSatisfy((atMs: number) => atMs > 1_000_000 && atMs < 1_300_000);
    }
    expect([player.status().wantedMs, player.status().isShown]).toEqual([1_300_000, true]);
  });
  it("during a request, loads only the last of the moments requested meanwhile", async () => {
    const { player, requests, nodes } = setUp();
    for (const atMs of [500_000, 1_500_000, 2_500_000]) player.seek(atMs, true);
    await settle();
    await settle();
    expect(requests.map(([from]) => from)).toEqual([440_000, 2_440_000]);
    expect(nodes()).toBe(joinedUntil(2_500_000));
  });
  it("continues reading if one response does not reach the moment", async () => {
    const { player, nodes, requests } = setUp({ maxFrames: 3 });
    player.seek(1_000_000);
    for (let turn = 0; turn < 4; turn++) await settle();
    expect(requests).toHaveLength(2);
    expect(nodes()).toBe(joinedUntil(1_000_000));
  });
  it("gives the reason why a moment cannot be shown, and retries on the next seek", async () => {
    let isAway = true;
    const { player, nodes } = setUp({ failing: () => isAway });
    player.seek(1_000_000);
    await settle();
    expect(player.status()).toMatchObject({ wantedMs: 1_000_000, isShown: false, problem: new Error("away") });
    isAway = false;
    player.seek(1_000_000);
    await settle();
    expect([player.status().problem, nodes()]).toEqual([undefined, joinedUntil(1_000_000)]);
  });
  it("counts each seek and each unrecorded period as a jump, and no step of playback", async () => {
    const { player, draw } = setUp({ gaps: [{ fromMs: 1_000_000, toMs: 1_300_000 }] });
    const jumps = () => player.snapshot().moment?.jumps;
    player.seek(990_000);
    await settle();
    const first = jumps();
    player.play(10);
    draw(0);
    draw(200);
    expect([player.snapshot().moment?.atMs, jumps()]).toEqual([992_000, first]);
    player.pause();
    player.seek(993_000);
    const sought = jumps();
    expect(sought).not.toBe(first);
    player.play(60);
    for (let realMs = 1000; realMs <= 1600; realMs += 100) {
      draw(realMs);
      await settle();
    }
    expect(player.snapshot().moment?.atMs).toBeGreaterThanOrEqual(1_300_000);
    expect(jumps()).not.toBe(sought);
  });
  it("plays at its rate, polls once a second, and continues live at the end", async () => {
    const { player, draw, nodes, isPlaying } = setUp();
    player.seek(1_000_000);
    await settle();
    player.play(60);
    draw(0);
    draw(100);
    expect([player.snapshot().moment?.atMs, nodes()]).toEqual([1_006_000, joinedUntil(1_006_000)]);
    for (let realMs = 200; realMs <= 2000; realMs += 100) {
      draw(realMs);
      await settle();
    }
    expect(player.snapshot().moment).toMatchObject({ atMs: 1_120_000, askedAtMs: 1_120_000 });
    player.seek(NOW - LIVE_EDGE_MS - 3000);
    await settle();
    player.play(60);
    draw(0);
    draw(100);
    draw(200);
    expect([player.status().wantedMs, isPlaying()]).toEqual([undefined, false]);
  });
  it("playback passes the end of a loaded range between two milliseconds", async () => {
    let nowMs = 1_010_000.5;
    const { player, draw } = setUp({ nowMs: () => nowMs });
    player.seek(1_000_000);
    await settle();
    nowMs = NOW;
    player.play(60);
    for (let realMs = 0; realMs <= 1000; realMs += 100) {
      draw(realMs);
      await settle();
    }
    expect(player.status().wantedMs).toBeGreaterThan(1_010_000);
  });
  it("discards the data of another log and loads the moment again", async () => {
    const { player, requests } = setUp();
    player.seek(1_000_000);
    await settle();
    player.forget();
    expect([player.status().isShown, player.snapshot().state]).toEqual([false, undefined]);
    await settle();
    expect(requests).toHaveLength(2);
    expect(player.status().isShown).toBe(true);
  });
});
