import { EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unpackDeltas, unpackNumbers } from "../encoding/packed-numbers.ts";
import { BLOCK } from "../log/block.ts";
import type { PodRunKey } from "../log/pod-runs.ts";
import type { Segment, SegmentBlock, StoredLog } from "../log/segment.ts";
import { anyFixtureEvent, type FixtureEvent, fixtureEvent, playEvents, recordedCluster } from "../log/watched.fixture.ts";
import { replayTo } from "../replay/replay-to.ts";
import { LogFileError, logFileOf, readLogFile } from "./log-file.ts";

const SEED = Number(process.env.SEED ?? 20260121);
const RUNS = Number(process.env.RUNS ?? 25);
const ALWAYS = Number.POSITIVE_INFINITY;

const START_EVENTS: readonly FixtureEvent[] = [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }];

const COLUMNS = {
  verdicts: "Uint8Array",
  cells: "Uint8Array",
  tallies: "Uint32Array",
  progressAtMs: "Float64Array",
  hashAt: "Uint32Array",
} as const;

/** Returns the segment as schema 1 wrote it. */
async function toSchema1(segment: Segment): Promise<Segment> {
  let runs: readonly PodRunKey[] = [];
  const blocks: SegmentBlock[] = [];
  for (const block of segment.blocks) {
    const text = await block.text();
    const as = (part: object): SegmentBlock => ({
      ...block,
      kind: BLOCK.checkpointPart,
      text: () => Promise.resolve(JSON.stringify(part)),
    });
    if (block.kind === BLOCK.checkpointPods) {
      const [ids = ""] = runs[0] ?? [];
      runs = runs.slice(1);
      blocks.push(as({ part: "pods", ids: unpackDeltas(ids), columns: JSON.parse(text) }));
      continue;
    }
    const part = block.kind === BLOCK.checkpointPart ? JSON.parse(text) : {};
    if (part.part === "runs") runs = part.runs;
    else if (part.part !== "daemonset") blocks.push(block);
    else {
      for (const [field, kind] of Object.entries(COLUMNS))
        part.set.columns[field] = Array.from(unpackNumbers(kind, part.set.columns[field]));
      blocks.push(as(part));
    }
  }
  return { ...segment, blocks };
}

describe(`a log in a file, seed ${SEED}`, () => {
  it("L2 a file of a range ends with the last shown state, and has its timeline", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyFixtureEvent, { minLength: 20, maxLength: 100 }), fc.nat(), fc.nat(), async (history, a, b) => {
        const cluster = recordedCluster(20);
        await playEvents(cluster, [...START_EVENTS, ...history]);
        const { writer, shown } = cluster;
        const [from, to] = [a % shown.length, b % shown.length].sort((x, y) => x - y).map((at) => shown[at]?.atMs ?? EPOCH_MS);
        const read = await readLogFile(await logFileOf(writer, from ?? EPOCH_MS, to ?? EPOCH_MS));
        const expected = shown.findLast(({ atMs }) => atMs <= (to ?? EPOCH_MS));
        expect([read.tornBytes, read.end.state.seq, stateHash(read.end.state)]).toEqual([0, expected?.seq, expected?.hash]);
        const range = [from ?? EPOCH_MS, to ?? EPOCH_MS] as const;
        const expectedEvents = writer.timeline.between(...range).filter(({ atMs }) => atMs > read.segments[0]!.fromMs);
        expect(read.timeline.between(...range).filter(({ atMs }) => atMs > read.segments[0]!.fromMs)).toEqual(expectedEvents);
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });
  it("L2 a file continues to its watched end, although nothing happened last", async () => {
    const cluster = recordedCluster(40);
    await playEvents(cluster, START_EVENTS);
    const { time, writer, live: frames } = cluster;
    const quietFromMs = time.nowMs();
    time.pass(60_000);
    writer.dateNextTick();
    frames.settle();
    await writer.flush();
    const read = await readLogFile(await logFileOf(writer, EPOCH_MS, ALWAYS));
    expect([read.segments.at(-1)?.toMs, read.end.atMs]).toEqual([quietFromMs + 60_000, quietFromMs + 60_000]);
  });
  it("L2 a file continues to its end, although no tick was written last", async () => {
    const cluster = recordedCluster(40);
    await playEvents(cluster, START_EVENTS);
    const quietFromMs = cluster.time.nowMs();
    cluster.time.pass(60_000);
    for (const toMs of [quietFromMs + 20_000, quietFromMs + 60_000])
      expect((await readLogFile(await logFileOf(cluster.writer, EPOCH_MS, toMs))).end.atMs).toBe(toMs);
    const torn = { ...cluster.writer, segments: cluster.writer.segments, header: cluster.writer.header, openText: cluster.writer.openText };
    const read = await readLogFile(await logFileOf({ ...torn, tornBytes: 7 } as StoredLog, EPOCH_MS, quietFromMs + 60_000));
    expect(read.end.atMs).toBe(quietFromMs);
  });
  it("L2 a file that ends without a live source keeps the model's time, and the requested end", async () => {
    const cluster = recordedCluster(40);
    await playEvents(cluster, [...START_EVENTS, { do: "noSource" }]);
    const { time, model, writer, live: frames } = cluster;
    for (let second = 0; second < 60; second++) {
      frames.wake();
      time.pass(1000);
    }
    const stoppedAtMs = model.reading.nowMs;
    const { end } = await readLogFile(await logFileOf(writer, EPOCH_MS, time.nowMs()));
    expect([end.model.reading.nowMs, end.atMs]).toEqual([stoppedAtMs, time.nowMs()]);
    expect(stoppedAtMs).toBeLessThanOrEqual(time.nowMs() - 60_000);
  });
  it("L2 a file omits events that were not shown yet, because its last tick would show them", async () => {
    const cluster = recordedCluster(40);
    await playEvents(cluster, START_EVENTS);
    const { writer, time, shown } = cluster;
    writer.note(time.nowMs(), { do: "drop", kind: "events", key: "told-too-late" });
    const read = await readLogFile(await logFileOf(writer, EPOCH_MS, time.nowMs()));
    expect(stateHash(read.end.state)).toBe(shown.at(-1)?.hash);
    expect(await read.segments.at(-1)?.blocks.at(-1)?.text()).not.toContain("told-too-late");
  });
  it("L4 plays a file torn anywhere up to its readable part, and reports the rest, or that nothing is readable", async () => {
    const cluster = recordedCluster(40);
    const history = fc.sample(fixtureEvent, { seed: SEED, numRuns: 120 });
    await playEvents(cluster, [...START_EVENTS, ...history]);
    const bytes = await logFileOf(cluster.writer, EPOCH_MS, ALWAYS);
    const hashes = new Set(cluster.shown.map(({ hash }) => hash));
    let played = 0;
    let torn = 0;
    for (let cut = bytes.length; cut > 0; cut -= 97) {
      const read = await readLogFile(bytes.subarray(0, cut)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(LogFileError);
        return undefined;
      });
      if (read === undefined) continue;
      played++;
      torn += read.tornBytes > 0 ? 1 : 0;
      expect(hashes).toContain(stateHash(read.end.state));
    }
    expect(played).toBeGreaterThan(5);
    expect(torn).toBeGreaterThan(3);
  });
  it("L2 reads a log of schema 1, whose checkpoints have lists of numbers and pods", async () => {
    const { writer, shown, ...cluster } = recordedCluster(20);
    await playEvents({ writer, shown, ...cluster }, [...START_EVENTS, ...fc.sample(fixtureEvent, { seed: SEED, numRuns: 100 })]);
    const playable = { header: writer.header, openText: writer.openText, segments: await Promise.all(writer.segments.map(toSchema1)) };
    expect(playable.segments.length).toBeGreaterThan(2);
    for (const { atMs } of shown) {
      const expected = shown.findLast((each) => each.atMs <= atMs);
      const { state } = await replayTo(playable, { fromMs: atMs, toMs: atMs });
      expect([state.seq, stateHash(state)]).toEqual([expected?.seq, expected?.hash]);
    }
  });
  it("refuses a file that is no recording, or one of a newer version, in one sentence", async () => {
    const readText = (text: string) => readLogFile(Buffer.from(text));
    await expect(readText("PNG")).rejects.toThrow("is not a daemonscope recording");
    await expect(readText("daemonscope log 3\n")).rejects.toThrow("was written by a newer daemonscope than this one");
    await expect(readText("daemonscope log 2\n")).rejects.toThrow("holds nothing that can be played");
  });
});
