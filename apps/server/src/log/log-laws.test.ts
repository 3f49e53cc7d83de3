import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { rememberedStep, type Step, type Told, World } from "@daemonscope/daemonset/model/histories.fixture";
import { EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import type { Frame } from "@daemonscope/shared/frame";
import { stateHash } from "@daemonscope/shared/state-hash";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorText } from "../frames/cursor.ts";
import { allLive } from "../frames/live-frames.fixture.ts";
import { LiveFrames } from "../frames/live-frames.ts";
import { sseMessage } from "../frames/sse.ts";
import { manualTime } from "../manual-time.fixture.ts";
import { headerOf } from "./entry.ts";
import { LogWriter, memoryStore } from "./log-writer.ts";
import { modelConsumer } from "./model-consumer.ts";
import { playTo } from "./play-to.ts";

const SEED = Number(process.env.SEED ?? 20260117);
const RUNS = Number(process.env.RUNS ?? 40);

const IDENTITY = { context: "test", server: "http://127.0.0.1:1", version: "v1.36.0", simulated: false };

/** A cluster that is watched while its inputs are written, as a server does it. */
function watched(checkpointCost: number) {
  const time = manualTime(EPOCH_MS);
  const model = new ClusterModel({ nowMs: EPOCH_MS, unread: MODEL_SOURCES });
  const header = headerOf({ log: "e1", cluster: IDENTITY });
  const writer = new LogWriter({ header, model, store: memoryStore, maxBytes: 1e9, checkpointCost, beginsAtOnce: true });
  const sources = { now: allLive(EPOCH_MS) };
  const shown: { readonly atMs: number; readonly seq: number; readonly hash: string }[] = [];
  const live = new LiveFrames({
    model,
    identity: IDENTITY,
    epoch: "e1",
    build: "test",
    clock: time.clock,
    timers: time.timers,
    random: () => 0.5,
    statuses: () => sources.now,
    wallNowMs: time.nowMs,
    tap: {
      beganMarks: (nowMs) => writer.beganMarks(nowMs),
      hashed: (seq, hash) => writer.hashed(seq, hash),
      ticked(tick) {
        shown.push({ atMs: tick.atMs, seq: tick.state.seq, hash: stateHash(tick.state) });
        writer.ticked(tick);
      },
    },
  });
  return { time, model, writer, live, consumer: modelConsumer(model, undefined, time.nowMs, writer), sources, shown };
}

type Happening = Step | { readonly do: "gap" | "beat" | "keep" } | { readonly do: "sources"; readonly state: "live" | "retrying" };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { arbitrary: rememberedStep, weight: 20 },
  { arbitrary: fc.record({ do: fc.constantFrom("gap" as const, "beat" as const, "keep" as const) }), weight: 2 },
  {
    arbitrary: fc.record({ do: fc.constant("sources" as const), state: fc.constantFrom("live" as const, "retrying" as const) }),
    weight: 1,
  },
);

/** Lets a history happen to a watched cluster. */
async function live({ time, model, writer, live: frames, consumer, sources }: ReturnType<typeof watched>, history: readonly Happening[]) {
  const world = new World();
  const pass = (nowMs: number) => time.pass(Math.max(0, nowMs - time.nowMs()));
  const told: Told = {
    ...consumer,
    markRead: (source) => {
      model.markRead(source);
      writer.note(model.reading.nowMs, { do: "read", source });
    },
    beginMarks: () => frames.beginMarks(),
    at: pass,
    tick: pass,
    takeChanges: () => frames.settle(),
  };
  frames.settle();
  for (const made of history) {
    if (made.do === "gap") frames.addGap("pods", time.nowMs() - 3000);
    else if (made.do === "beat") writer.hashed(frames.log.state.seq, frames.log.hash());
    else if (made.do === "keep") await writer.flush();
    else if (made.do === "sources") sources.now = { ...allLive(EPOCH_MS), pods: { state: made.state, provenAtMs: EPOCH_MS } };
    else world.apply(made as Step, told);
    // A burst is read whole before its tick.
    if (made.do !== "putPod" && made.do !== "putNode") frames.wake();
  }
  frames.settle();
  await writer.flush();
}

const playable = ({ header, segments, openText }: LogWriter) => ({ header, segments, openText });
const text = (frame: Frame) => sseMessage("frame", frame, cursorText(frame)).toString("utf8");

describe(`laws of the log, seed ${SEED}`, () => {
  it("L1 whoever plays a log makes the frames that were made live, byte for byte, from each checkpoint on", async () => {
    let checkpoints = 0;
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(happening, { maxLength: 120, size: "max" }), async (isWatched, history) => {
        const cluster = watched(12);
        const begin: readonly Happening[] = isWatched
          ? [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }]
          : [];
        await live(cluster, [...begin, ...history]);
        const { writer, live: frames } = cluster;
        for (const { number, fromMs } of writer.segments) {
          checkpoints += number === 0 ? 0 : 1;
          const made: Frame[] = [];
          const rest = { ...playable(writer), segments: writer.segments.slice(number) };
          const end = await playTo(rest, { fromMs, toMs: Number.POSITIVE_INFINITY }, (frame) => made.push(frame));
          for (const frame of made) expect(text(frame)).toBe(frames.log.frameAfter(frame.seq - 1)?.toString("utf8"));
          expect(made.at(-1)?.seq ?? end.state.seq).toBe(frames.log.state.seq);
          expect(stateHash(end.state)).toBe(frames.log.hash());
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
    expect(checkpoints).toBeGreaterThan(RUNS);
  });
  it("L2 the state at any time is the one that was shown last until then", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 20, maxLength: 120 }),
        fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
        async (history, at) => {
          const cluster = watched(12);
          await live(cluster, history);
          const { writer, shown } = cluster;
          for (const pick of at) {
            const { atMs } = shown[pick % shown.length] ?? { atMs: EPOCH_MS };
            const meant = shown.findLast((each) => each.atMs <= atMs);
            const { state } = await playTo(playable(writer), { fromMs: atMs, toMs: atMs });
            expect({ seq: state.seq, hash: stateHash(state) }).toEqual({ seq: meant?.seq, hash: meant?.hash });
          }
        },
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });
  it("L3 a time that was not watched is a gap for whoever plays the log, too", async () => {
    const cluster = watched(1000);
    await live(cluster, [{ do: "tick", ms: 5000 }, { do: "gap" }]);
    const made: Frame[] = [];
    await playTo(playable(cluster.writer), { fromMs: EPOCH_MS, toMs: EPOCH_MS + 1e6 }, (frame) => made.push(frame));
    expect(made.flatMap(({ marks = [] }) => marks)).toEqual([
      { kind: "watchGap", atMs: EPOCH_MS + 5000, source: "pods", fromMs: EPOCH_MS + 2000 },
    ]);
  });
  it("L1 a hash that does not come out again is refused: such a reader is another than the writer was", async () => {
    const cluster = watched(1000);
    await live(cluster, [{ do: "tick", ms: 100 }]);
    cluster.writer.hashed(cluster.live.log.state.seq, "00000000");
    await expect(playTo(playable(cluster.writer), { fromMs: EPOCH_MS, toMs: EPOCH_MS + 1e6 })).rejects.toThrow(
      "is played as another state",
    );
  });
});
