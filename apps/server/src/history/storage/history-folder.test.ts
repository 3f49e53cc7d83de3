import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { EPOCH_MS } from "@daemonscope/daemonset/model/objects.fixture";
import { MODEL_SOURCES } from "@daemonscope/daemonset/records/records";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { manualTime } from "@daemonscope/kube-client/flow-control/manual-time.fixture";
import { stateHash } from "@daemonscope/shared/state/state-hash";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { LoggedHistory } from "../../readings/history-readings.ts";
import { type FixtureEvent, fixtureEvent, playEvents, watchedWith } from "../log/watched.fixture.ts";
import { replayTo } from "../replay/replay-to.ts";
import { FolderLog } from "./folder-log.ts";
import { HistoryFolder } from "./history-folder.ts";
import { readLogFile } from "./log-file.ts";

const SEED = Number(process.env.SEED ?? 20261123);
/** The number of cuts. history-kill.test.ts kills a real process instead. */
const CUTS = Number(process.env.RUNS ?? 60);
const SERVER = "http://127.0.0.1:1";
const AMPLE = { maxBytes: 1e9, maxAgeMs: undefined };
const HOUR = 3_600_000;
const START_EVENTS: readonly FixtureEvent[] = [...MODEL_SOURCES.map((source) => ({ do: "read", source }) as const), { do: "beginMarks" }];
const sampleEvents = (count: number, seed = SEED): readonly FixtureEvent[] => fc.sample(fixtureEvent, { seed, numRuns: count });

const root = mkdtempSync(join(tmpdir(), "daemonscope-history-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
const newFolder = () => join(root, String(folders++));
const segmentsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".dslog"))
    .sort();

/** A server with a history folder, reduced to its history. */
async function serving(folder: string, fromMs: number, limits = AMPLE, run = "0123456789ab") {
  const opened = await HistoryFolder.open(folder, SERVER, limits, fromMs, manualTime(0).timers);
  const problems: string[] = [];
  let runs = 0;
  const cluster = watchedWith((header, model, time) => {
    const newRun = () => `${run.slice(0, -1)}${runs++}`;
    const onProblem = (text: string) => problems.push(text);
    return new FolderLog({ folder: opened, header, model, timers: time.timers, nowMs: time.nowMs, newRun, onProblem, checkpointCost: 60 });
  }, fromMs);
  return { ...cluster, opened, problems };
}
type Serving = Awaited<ReturnType<typeof serving>>;

const lastShownUntil = ({ shown }: Pick<Serving, "shown">, atMs: number) => shown.findLast((each) => each.atMs <= atMs);

/** Expects the same states from the log as were shown, from the first checkpoint on. */
async function expectAsShown(log: FolderLog, cluster: Pick<Serving, "shown">, untilMs = Number.POSITIVE_INFINITY): Promise<number> {
  const from = log.kept()?.fromMs ?? 0;
  let compared = 0;
  for (const { atMs } of cluster.shown.filter((each) => each.atMs >= from && each.atMs <= untilMs)) {
    const { state } = await replayTo(await log.logOf(atMs, atMs), { fromMs: atMs, toMs: atMs });
    const expected = lastShownUntil(cluster, atMs);
    expect([atMs, state.seq, stateHash(state)]).toEqual([atMs, expected?.seq, expected?.hash]);
    compared++;
  }
  return compared;
}

describe(`history in a folder, seed ${SEED}`, () => {
  it("L2 answers for any time like a log in memory, across files, and so does the timeline", async () => {
    const folder = newFolder();
    const cluster = await serving(folder, EPOCH_MS);
    await playEvents(cluster, [...START_EVENTS, ...sampleEvents(400)]);
    expect(segmentsIn(folder).length).toBeGreaterThan(4);
    expect(await expectAsShown(cluster.writer, cluster)).toBeGreaterThan(100);
    const range = await cluster.writer.timelineRange(EPOCH_MS, cluster.time.nowMs(), 1000);
    await cluster.writer.close();
    const again = await serving(folder, cluster.time.nowMs());
    expect(await again.writer.timelineRange(EPOCH_MS, cluster.time.nowMs(), 1000)).toEqual(range);
    expect(range.happenings.length).toBeGreaterThan(5);
    // Each file is a complete recording.
    const [name = ""] = segmentsIn(folder);
    expect((await readLogFile(readFileSync(join(folder, name)))).tornBytes).toBe(0);
    await again.writer.close();
  });
  it("L3 the past before a restart stays available, and the time between is a gap", async () => {
    const folder = newFolder();
    const first = await serving(folder, EPOCH_MS);
    await playEvents(first, [...START_EVENTS, ...sampleEvents(120)]);
    const endMs = first.time.nowMs();
    first.writer.dateNextTick();
    first.live.settle();
    await first.writer.close();
    const second = await serving(folder, endMs + HOUR, AMPLE, "fedcba987654");
    await playEvents(second, [...START_EVENTS, ...sampleEvents(120, SEED + 1)]);
    await expectAsShown(second.writer, first, endMs);
    const beganMs = second.writer.kept()?.gaps?.[0]?.toMs ?? 0;
    expect(second.writer.kept()?.gaps).toEqual([{ fromMs: endMs, toMs: beganMs }]);
    expect(beganMs).toBeGreaterThanOrEqual(endMs + HOUR);
    const past = new LoggedHistory(() => second.writer, second.time.nowMs, second.time.timers);
    await expect(past.at(endMs + 1000)).rejects.toMatchObject({
      status: 410,
      body: { code: "NotWatched", message: expect.stringContaining("Not watched at"), params: { fromMs: endMs, toMs: beganMs } },
    });
    expect((await past.at(endMs)).momentMs).toBe(endMs);
    expect((await past.history({}, 0)).fromMs).toBe(second.writer.kept()?.fromMs);
    // Frames after a gap begin with a separate keyframe.
    const frames = await past.frames(endMs - 1, second.time.nowMs());
    expect([frames.unknownFromMs, frames.moreFromMs]).toEqual([endMs, beganMs]);
    expect((await past.frames(beganMs, second.time.nowMs())).frames.length).toBeGreaterThan(0);
    // A file covers one uninterrupted watch.
    expect((await readLogFile(await past.recording({}, false))).segments[0]?.fromMs).toBe(beganMs);
    for (const toMs of [endMs, endMs + 1000]) expect((await readLogFile(await past.recording({ toMs }, false))).end.atMs).toBe(endMs);
    await second.writer.close();
  });
  it("L4 a kill loses nothing that was flushed, at any position of the write", async () => {
    const folder = newFolder();
    const cluster = await serving(folder, EPOCH_MS);
    await playEvents(cluster, [...START_EVENTS, ...sampleEvents(60)]);
    /** The bytes on disk and the last shown moment, after each flush. */
    const flushed: { readonly name: string; readonly bytes: number; readonly atMs: number }[] = [];
    for (let round = 0; round < 40; round++) {
      await playEvents(cluster, sampleEvents(6, SEED + round));
      const name = segmentsIn(folder).at(-1) ?? "";
      flushed.push({ name, bytes: statSync(join(folder, name)).size, atMs: cluster.shown.at(-1)?.atMs ?? 0 });
    }
    const names = segmentsIn(folder);
    const cuts = fc.sample(fc.record({ back: fc.nat(2), part: fc.double({ min: 0, max: 1, noNaN: true }) }), { seed: SEED, numRuns: CUTS });
    let found = 0;
    for (const { back, part } of cuts) {
      const cut = names.at(-1 - back) ?? "";
      const copy = newFolder();
      mkdirSync(copy);
      // The file that is cut and the one before it. A killed server has written an index for neither.
      for (const name of names.slice(Math.max(0, names.indexOf(cut) - 1), names.indexOf(cut) + 1))
        copyFileSync(join(folder, name), join(copy, name));
      const bytes = Math.floor(part * statSync(join(copy, cut)).size);
      truncateSync(join(copy, cut), bytes);
      const last = flushed.findLast((each) => each.name < cut || (each.name === cut && each.bytes <= bytes));
      const again = await serving(copy, cluster.time.nowMs() + HOUR);
      const toMs = again.opened.spans.at(-1)?.toMs ?? 0;
      if (last !== undefined) {
        expect(toMs).toBeGreaterThanOrEqual(lastShownUntil(cluster, last.atMs) === undefined ? 0 : last.atMs);
        found++;
      }
      const { state } = await replayTo(await again.writer.logOf(toMs, toMs), { fromMs: toMs, toMs });
      const expected = cluster.shown.find(({ seq }) => seq === state.seq);
      expect(stateHash(state)).toBe(expected?.hash);
      await again.writer.close();
      rmSync(copy, { recursive: true });
    }
    expect(found).toBeGreaterThan(CUTS / 2);
    await cluster.writer.close();
  });
  it("L4 reports an altered block, and shows what is before it and after the next checkpoint", async () => {
    const folder = newFolder();
    const cluster = await serving(folder, EPOCH_MS);
    await playEvents(cluster, [...START_EVENTS, ...sampleEvents(200)]);
    const copy = newFolder();
    mkdirSync(copy);
    // The files as a killed server leaves them.
    const names = segmentsIn(folder);
    for (const name of names) copyFileSync(join(folder, name), join(copy, name));
    await cluster.writer.close();
    const altered = join(copy, names.at(-2) ?? "");
    const bytes = readFileSync(altered);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 1, bytes.length - 3);
    writeFileSync(altered, bytes);
    const again = await serving(copy, cluster.time.nowMs() + HOUR);
    expect(again.opened.damages).toEqual([expect.stringContaining(`bytes of ${altered} are damaged or cut off: it is shown up to where`)]);
    expect(segmentsIn(copy)).toEqual(names);
    const [hole] = again.writer.kept()?.gaps ?? [];
    expect(hole?.toMs).toBe(Number(names.at(-1)?.slice(0, 15)));
    for (const { atMs } of cluster.shown.filter((each) => each.atMs <= (hole?.fromMs ?? 0) || each.atMs >= (hole?.toMs ?? 0))) {
      const { state } = await replayTo(await again.writer.logOf(atMs, atMs), { fromMs: atMs, toMs: atMs });
      expect([atMs, stateHash(state)]).toEqual([atMs, lastShownUntil(cluster, atMs)?.hash]);
    }
    await again.writer.close();
  });
  it("drops the oldest files by size and by age, and the rest begins with a checkpoint", async () => {
    const folder = newFolder();
    const cluster = await serving(folder, EPOCH_MS);
    await playEvents(cluster, [...START_EVENTS, ...sampleEvents(400)]);
    await cluster.writer.close();
    const { bytes } = cluster.opened;
    const half = await serving(folder, cluster.time.nowMs(), { maxBytes: bytes / 2, maxAgeMs: undefined });
    expect(half.opened.bytes).toBeLessThanOrEqual(bytes / 2);
    expect(half.opened.bytes).toBeGreaterThan(bytes / 4);
    await expectAsShown(half.writer, cluster);
    await half.writer.close();
    expect(segmentsIn(folder)).toHaveLength(
      half.opened.spans.length === 0 ? 0 : readdirSync(folder).filter((name) => name.endsWith(".json")).length,
    );
    const old = await serving(folder, cluster.time.nowMs() + HOUR, { maxBytes: 1e9, maxAgeMs: HOUR / 2 } as unknown as typeof AMPLE);
    expect(old.opened.spans).toEqual([]);
    await old.writer.close();
    expect(segmentsIn(folder)).toEqual([]);
  });
  it("an unwritable folder does not affect live data, is reported, and is retried every minute", async () => {
    const folder = newFolder();
    const cluster = await serving(folder, EPOCH_MS);
    await playEvents(cluster, [...START_EVENTS, ...sampleEvents(200)]);
    const beforeMs = cluster.shown.at(-1)?.atMs ?? 0;
    // The volume disappears.
    renameSync(folder, `${folder}-away`);
    await playEvents(cluster, sampleEvents(150, 6));
    await expect
      .poll(() => cluster.problems)
      .toEqual([expect.stringMatching(/^The history in \S+ cannot be written \(ENOENT\): live data continue/)]);
    const kept = cluster.writer.kept();
    expect(cluster.writer.problem()).toMatchObject({ folder, code: "ENOENT" });
    expect(kept?.gaps?.at(-1)?.toMs).toBeGreaterThan(cluster.time.nowMs());
    const seq = cluster.live.log.state.seq;
    await playEvents(cluster, sampleEvents(20, 7));
    expect(cluster.live.log.state.seq).toBeGreaterThan(seq);
    renameSync(`${folder}-away`, folder);
    cluster.time.pass(60_000);
    await playEvents(cluster, sampleEvents(30, 8));
    const after = cluster.writer.kept();
    expect(cluster.writer.problem()).toBeUndefined();
    expect(after?.gaps).toHaveLength(1);
    await expectAsShown(cluster.writer, cluster, beforeMs);
    const nowMs = cluster.shown.at(-1)?.atMs ?? 0;
    const { state } = await replayTo(await cluster.writer.logOf(nowMs, nowMs), { fromMs: nowMs, toMs: nowMs });
    expect(stateHash(state)).toBe(cluster.shown.at(-1)?.hash);
    await cluster.writer.close();
  });
  it("a folder of another cluster, of another server, or an invalid one gives one sentence", async () => {
    const folder = newFolder();
    const cluster = await serving(folder, EPOCH_MS);
    await playEvents(cluster, [...START_EVENTS, ...sampleEvents(20)]);
    await cluster.writer.close();
    await expect(HistoryFolder.open(folder, "https://other:6443", AMPLE, EPOCH_MS, systemTimers)).rejects.toThrow(
      `The folder ${folder} holds the history of another cluster, "test" (${SERVER}): name another folder.`,
    );
    expect(readdirSync(folder)).not.toContain("lock");
    // A live process that renews its lock.
    const lock = join(folder, "lock");
    const holding = () => writeFileSync(lock, JSON.stringify({ id: "another", host: hostname(), pid: process.ppid }));
    holding();
    const time = manualTime(0);
    const opening = HistoryFolder.open(folder, SERVER, AMPLE, EPOCH_MS, time.timers).catch((error: unknown) => error as Error);
    let answer: HistoryFolder | Error | undefined;
    opening.then((value) => {
      answer = value;
    });
    await expect
      .poll(
        () => {
          holding();
          time.pass(250);
          return answer;
        },
        { timeout: 10_000, interval: 5 },
      )
      .toMatchObject({
        message: `Another server (process ${process.ppid} of ${hostname()}) keeps its history in ${folder}: name another folder.`,
      });
    // A lock that is not renewed was left behind.
    const abandoned = HistoryFolder.open(folder, SERVER, AMPLE, EPOCH_MS, time.timers);
    let opened: HistoryFolder | undefined;
    abandoned.then((value) => {
      opened = value;
    });
    await expect
      .poll(
        () => {
          time.pass(250);
          return opened;
        },
        { timeout: 10_000, interval: 5 },
      )
      .toBeDefined();
    await opened?.close();
    const file = newFolder();
    writeFileSync(file, "mine");
    await expect(HistoryFolder.open(file, SERVER, AMPLE, EPOCH_MS, systemTimers)).rejects.toThrow(
      `The folder ${file} cannot be used for history: ENOTDIR.`,
    );
  });
});
