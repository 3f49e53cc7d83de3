import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { systemTimers, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { Frame } from "@daemonscope/shared/state/frame";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LogWriter } from "../../history/log/log-writer.ts";
import { type FixtureEvent, fixtureEvent, playEvents, watchedWith } from "../../history/log/watched.fixture.ts";
import { FencedError } from "../stream/event-log-stream.ts";
import { memoryStream } from "../stream/memory-stream.fixture.ts";
import { claimStream, StreamBlockStore } from "../stream/stream-block-store.ts";
import { FollowedLog } from "./followed-log.ts";

const SEED = Number(process.env.SEED ?? 20261124);
const RUNS = Number(process.env.RUNS ?? 30);
const READ: readonly FixtureEvent[] = [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }];

/** A cluster whose log is written to a stream, after a claim. */
async function writtenTo(stream: ReturnType<typeof memoryStream>["stream"], run: string, checkpointCost = 12) {
  const lastSeq = await claimStream(stream, run, await stream.lastSeq(), {});
  const broken: unknown[] = [];
  const cluster = watchedWith(
    (header, model) =>
      new LogWriter({
        header,
        model,
        store: new StreamBlockStore(stream, run, lastSeq),
        maxBytes: 0,
        checkpointCost,
        beginsAtOnce: true,
        onBroken: (error) => broken.push(error),
      }),
  );
  return { ...cluster, broken };
}

/** Follows a stream from the last position up to now. */
async function catchUp(log: FollowedLog, { stream }: ReturnType<typeof memoryStream>): Promise<void> {
  const end = new AbortController();
  const last = await stream.lastSeq();
  const following = log.follow(end.signal);
  while (log.seenSeq < last) await new Promise((done) => setImmediate(done));
  end.abort();
  await following;
}

/** Follows the contents of a stream up to now. */
async function followed(engine: ReturnType<typeof memoryStream>, at = { fromLastWhole: true }) {
  const frames: Frame[] = [];
  const problems: string[] = [];
  const starts: boolean[] = [];
  const log = new FollowedLog(engine.stream, {
    onStart: (_player, isSame) => starts.push(isSame),
    onFrame: (frame) => frames.push(frame),
    onProblem: (text) => problems.push(text),
  });
  if (at.fromLastWhole) await catchUp(log, engine);
  else for (const message of engine.kept) await log.take(message);
  return { log, frames, problems, starts };
}

describe(`a log in a stream, seed ${SEED}`, () => {
  it("L1 a follower has the live state with its epoch and seq, from the start and from the last checkpoint", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fixtureEvent, { minLength: 5, maxLength: 100 }), async (history) => {
        const engine = memoryStream();
        const cluster = await writtenTo(engine.stream, "a");
        await playEvents(cluster, [...READ, ...history]);
        expect(cluster.broken).toEqual([]);
        for (const fromLastWhole of [false, true]) {
          const { log, problems } = await followed(engine, { fromLastWhole });
          expect(problems).toEqual([]);
          const state = log.player?.state;
          expect(state && { seq: state.seq, epoch: state.epoch, hash: stateHash(state) }).toEqual({
            seq: cluster.live.log.state.seq,
            epoch: "e1",
            hash: cluster.live.log.hash(),
          });
          expect(log.player?.differsSinceMs).toBeUndefined();
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
  it("L1 a follower in time slices gives the same result, and is incomplete during a tick", async () => {
    let broken = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fixtureEvent, { minLength: 20, maxLength: 60 }), async (history) => {
        const engine = memoryStream();
        await playEvents(await writtenTo(engine.stream, "a"), [...READ, ...history]);
        const inARow = await followed(engine, { fromLastWhole: false });
        let clockReads = 0;
        let inParts: FollowedLog | undefined;
        const timers: Timers = {
          ...systemTimers,
          // Each call of the clock ends the time slice.
          elapsedMs: () => 1000 * clockReads++,
          soon: (callback) => {
            if (inParts?.player?.isWhole === false) broken++;
            return systemTimers.soon(callback);
          },
        };
        const taken: Frame[] = [];
        inParts = new FollowedLog(
          engine.stream,
          { onStart: () => undefined, onFrame: (frame) => taken.push(frame), onProblem: () => undefined },
          timers,
        );
        for (const message of engine.kept) await inParts.take(message);
        expect(inParts.player?.isWhole).toBe(true);
        expect(taken).toEqual(inARow.frames);
        expect(inParts.player && stateHash(inParts.player.state)).toBe(inARow.log.player && stateHash(inARow.log.player.state));
      }),
      { seed: SEED, numRuns: 8 },
    );
    expect(broken).toBeGreaterThan(8);
  });
  it("a superseded writer is fenced by its next block, and its pending entries reach no reader", async () => {
    const engine = memoryStream();
    const old = await writtenTo(engine.stream, "a", 4000);
    await playEvents(old, [...READ, { do: "tick", ms: 1000 }]);
    const seen = await followed(engine);
    await claimStream(engine.stream, "b", await engine.stream.lastSeq(), {});
    await playEvents(old, [{ do: "gap" }, { do: "tick", ms: 1000 }]);
    expect(old.broken).toHaveLength(1);
    expect(old.broken[0]).toBeInstanceOf(FencedError);
    const after = await followed(engine);
    expect(after.log.player?.state.seq).toBe(seen.log.player?.state.seq);
  });
  it("two simultaneous claims give one writer", async () => {
    const { stream } = memoryStream();
    const claims = await Promise.allSettled([claimStream(stream, "a", 0, {}), claimStream(stream, "b", 0, {})]);
    expect(claims.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
  it("reports a torn block once, and continues from the next checkpoint", async () => {
    const engine = memoryStream();
    const cluster = await writtenTo(engine.stream, "a", 4000);
    await playEvents(cluster, [...READ, { do: "tick", ms: 1000 }, { do: "keep" }, { do: "gap" }, { do: "tick", ms: 1000 }]);
    const last = engine.kept.findLast(({ kind }) => kind === "block");
    last?.bytes.fill(7, 12);
    const { problems } = await followed(engine);
    expect(problems).toEqual(["a block of the stream is torn"]);
  });
  it("a follower behind the oldest message continues from the last kept checkpoint", async () => {
    const engine = memoryStream();
    const cluster = await writtenTo(engine.stream, "a", 12);
    const ticks = Array.from({ length: 30 }, (): FixtureEvent[] => [{ do: "gap" }, { do: "tick", ms: 1000 }, { do: "keep" }]).flat();
    await playEvents(cluster, [...READ, ...ticks]);
    const whole = engine.kept.findLast(({ kind }) => kind === "whole");
    const { headerSeq } = JSON.parse(Buffer.from(whole?.bytes ?? []).toString("utf8")) as { headerSeq: number };
    engine.dropBefore(headerSeq);
    const { log, problems } = await followed(engine);
    expect(problems).toEqual([]);
    expect(log.player && stateHash(log.player.state)).toBe(cluster.live.log.hash());
  });
  it("a follower whose next messages were dropped meanwhile restarts at the last kept checkpoint", async () => {
    const engine = memoryStream();
    const cluster = await writtenTo(engine.stream, "a", 12);
    const changes: readonly FixtureEvent[] = [{ do: "gap" }, { do: "tick", ms: 1000 }, { do: "keep" }];
    await playEvents(cluster, [...READ, ...changes]);
    const { log, problems, starts } = await followed(engine);
    await playEvents(cluster, Array.from({ length: 30 }, () => changes).flat());
    const whole = engine.kept.findLast(({ kind }) => kind === "whole");
    const { headerSeq } = JSON.parse(Buffer.from(whole?.bytes ?? []).toString("utf8")) as { headerSeq: number };
    engine.dropBefore(headerSeq);
    expect(log.seenSeq).toBeLessThan(headerSeq - 1);
    await catchUp(log, engine);
    expect([problems, starts]).toEqual([[], [false, false]]);
    expect(log.player && stateHash(log.player.state)).toBe(cluster.live.log.hash());
  });
});
