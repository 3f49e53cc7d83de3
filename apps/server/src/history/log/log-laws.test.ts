import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { sentFrame } from "@daemonscope/shared/state/cluster-state.fixture";
import type { Frame } from "@daemonscope/shared/state/frame";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cursorText } from "../../frames/log/cursor.ts";
import { sseFrame } from "../../frames/log/sse.ts";
import { CheckpointCursor, replayTo } from "../replay/replay-to.ts";
import { BLOCK } from "./block.ts";
import {
  acts,
  anyFixtureEvent,
  type FixtureEvent,
  memoryLog,
  playEvents,
  recordedCluster,
  SlicedModel,
  watchedWith,
} from "./watched.fixture.ts";

const SEED = Number(process.env.SEED ?? 20260117);
const RUNS = Number(process.env.RUNS ?? 40);

const anyStore = fc.constantFrom("shared" as const, "columns" as const);
/** The pods of a model; columns have another order. */
const podsOf = ({ held }: ClusterModel) => [...held.pods].sort((a, b) => (a.uid < b.uid ? -1 : 1));
/** The nodes of a model; rows may have another order. */
const nodesOf = ({ held }: ClusterModel) => [...held.nodes].sort((a, b) => (a.record.name < b.record.name ? -1 : 1));
const text = (frame: Frame, before: ClusterState) => sseFrame(cursorText(frame), sentFrame(before, frame).sent.text).toString("utf8");

describe(`laws of the log, seed ${SEED}`, () => {
  it("L1 a replay of a log gives the live frames, byte for byte, from each checkpoint", async () => {
    let checkpoints = 0;
    await fc.assert(
      fc.asyncProperty(
        anyStore,
        fc.boolean(),
        fc.array(anyFixtureEvent, { maxLength: 120, size: "max" }),
        async (store, isWatched, history) => {
          const cluster = recordedCluster(12, store);
          const begin: readonly FixtureEvent[] = isWatched
            ? [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }]
            : [];
          await playEvents(cluster, [...begin, ...history]);
          const { writer, live: frames } = cluster;
          for (const { number, fromMs } of writer.segments) {
            checkpoints += number === 0 ? 0 : 1;
            const replayed: (readonly [Frame, ClusterState])[] = [];
            const rest = { header: writer.header, segments: writer.segments.slice(number), openText: writer.openText };
            const end = await replayTo(rest, { fromMs, toMs: Number.POSITIVE_INFINITY }, (frame, before) => replayed.push([frame, before]));
            for (const [frame, before] of replayed)
              expect(text(frame, before)).toBe(frames.log.frameAfter(frame.seq - 1)?.toString("utf8"));
            expect(replayed.at(-1)?.[0].seq ?? end.state.seq).toBe(frames.log.state.seq);
            expect(stateHash(end.state)).toBe(frames.log.hash());
            expect(end.differsSinceMs).toBeUndefined();
            expect(podsOf(end.model)).toEqual(podsOf(cluster.model));
            expect(nodesOf(end.model)).toEqual(nodesOf(cluster.model));
          }
        },
      ),
      { seed: SEED, numRuns: RUNS },
    );
    expect(checkpoints).toBeGreaterThan(RUNS / 2);
  });
  it("L1 a replay of a log written in time slices, with concurrent events and checkpoints, gives the live frames", async () => {
    let stepsWhilePaused = 0;
    let checkpoints = 0;
    await fc.assert(
      fc.asyncProperty(
        anyStore,
        fc.array(anyFixtureEvent, { minLength: 20, maxLength: 120, size: "max" }),
        fc.integer({ min: 0, max: 3 }),
        async (store, history, pace) => {
          const sliced = new SlicedModel();
          const cluster = watchedWith(
            (header, model, time) => memoryLog(12, sliced.timersOf(time.timers))(header, model),
            EPOCH_MS,
            sliced,
            "e1",
            store,
          );
          sliced.queue();
          const begin = [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" } as const];
          await sliced.untilOver(playEvents(cluster, begin));
          await sliced.untilOver(
            playEvents(cluster, history, () => {
              for (let part = 0; part < pace; part++) sliced.goOn();
              if (sliced.eventQueue.isPaused) stepsWhilePaused++;
            }),
          );
          expect(sliced.eventQueue.isPaused).toBe(false);
          const { writer, live: frames } = cluster;
          for (const { number, fromMs } of writer.segments) {
            checkpoints += number === 0 ? 0 : 1;
            const replayed: (readonly [Frame, ClusterState])[] = [];
            const log = { header: writer.header, segments: writer.segments.slice(number), openText: writer.openText };
            const end = await replayTo(log, { fromMs, toMs: Number.POSITIVE_INFINITY }, (frame, before) => replayed.push([frame, before]));
            for (const [frame, before] of replayed)
              expect(text(frame, before)).toBe(frames.log.frameAfter(frame.seq - 1)?.toString("utf8"));
            expect(stateHash(end.state)).toBe(frames.log.hash());
            expect(podsOf(end.model)).toEqual(podsOf(cluster.model));
            expect(nodesOf(end.model)).toEqual(nodesOf(cluster.model));
          }
        },
      ),
      { seed: SEED, numRuns: RUNS },
    );
    expect(stepsWhilePaused).toBeGreaterThan(RUNS);
    expect(checkpoints).toBeGreaterThan(RUNS);
  });
  it("L1 a second replay from a checkpoint gives the same frames, without reading it again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyFixtureEvent, { minLength: 20, maxLength: 120 }), async (history) => {
        const cluster = recordedCluster(12);
        await playEvents(cluster, [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }, ...history]);
        const { header, openText, segments } = cluster.writer;
        let reads = 0;
        const counted = segments.map((segment) => ({
          ...segment,
          blocks: segment.blocks.map((block) => ({
            ...block,
            text: () => {
              if (block.kind === BLOCK.checkpointPart) reads++;
              return block.text();
            },
          })),
        }));
        const checkpoints = new CheckpointCursor();
        const fromMs = segments.at(-1)?.fromMs ?? EPOCH_MS;
        const played = async () => {
          const replayed: string[] = [];
          const log = { header, segments: counted, openText };
          const end = await replayTo(
            log,
            { fromMs, toMs: Number.POSITIVE_INFINITY },
            (frame, before) => replayed.push(text(frame, before)),
            undefined,
            checkpoints,
          );
          return { replayed, hash: stateHash(end.state), saved: stableJson(end.model.save()) };
        };
        const first = await played();
        const readsOnce = reads;
        expect(await played()).toEqual(first);
        expect(first.hash).toBe(cluster.live.log.hash());
        expect(reads).toBe(readsOnce);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
  it("L2 the state at any time is the last one shown until then", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyFixtureEvent, { minLength: 20, maxLength: 120 }),
        fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
        async (history, at) => {
          const cluster = recordedCluster(12);
          await playEvents(cluster, history);
          const { writer, shown } = cluster;
          for (const pick of at) {
            const { atMs } = shown[pick % shown.length] ?? { atMs: EPOCH_MS };
            const expected = shown.findLast((each) => each.atMs <= atMs);
            const { state } = await replayTo(writer, { fromMs: atMs, toMs: atMs });
            expect({ seq: state.seq, hash: stateHash(state) }).toEqual({ seq: expected?.seq, hash: expected?.hash });
          }
        },
      ),
      { seed: SEED, numRuns: RUNS },
    );
  });
  it("L3 an unwatched time is a gap in a replay too", async () => {
    const cluster = recordedCluster(1000);
    await playEvents(cluster, [{ do: "tick", ms: 5000 }, { do: "gap" }]);
    const replayed: Frame[] = [];
    await replayTo(cluster.writer, { fromMs: EPOCH_MS, toMs: EPOCH_MS + 1e6 }, (frame) => replayed.push(frame));
    expect(replayed.flatMap(({ marks = [] }) => marks)).toEqual([
      { kind: "watchGap", atMs: EPOCH_MS + 5000, source: "pods", fromMs: EPOCH_MS + 2000 },
    ]);
  });
  it("L4 entries are kept once they fill a block, without a flush", async () => {
    const { live: frames, writer } = recordedCluster(Number.POSITIVE_INFINITY);
    frames.settle();
    await writer.flush();
    const entryBlocks = () => writer.segments[0]?.blocks.filter(({ kind }) => kind === BLOCK.entries).length;
    const before = entryBlocks();
    for (let seq = 1; seq <= 1000; seq++) writer.hashed(seq, "0".repeat(128));
    expect([before, entryBlocks()]).toEqual([0, 1]);
    expect(writer.openText.length).toBeLessThan(128 * 1024);
  });
  it("L1 actions are in the log, and marks in a replay", async () => {
    const cluster = recordedCluster(1000);
    await playEvents(cluster, [{ do: "tick", ms: 5000 }, { do: "act" }]);
    const replayed: Frame[] = [];
    await replayTo(cluster.writer, { fromMs: EPOCH_MS, toMs: EPOCH_MS + 1e6 }, (frame) => replayed.push(frame));
    expect(replayed.flatMap(({ marks = [] }) => marks)).toEqual(acts(EPOCH_MS + 5000));
  });
  it("L1 detects a hash mismatch: the reader's verdicts differ from the writer's", async () => {
    const cluster = recordedCluster(1000);
    await playEvents(cluster, [{ do: "tick", ms: 100 }]);
    cluster.writer.hashed(cluster.live.log.state.seq, "00000000");
    const played = await replayTo(cluster.writer, { fromMs: EPOCH_MS, toMs: EPOCH_MS + 1e6 });
    expect(played.differsSinceMs).toBe(EPOCH_MS);
  });
});
