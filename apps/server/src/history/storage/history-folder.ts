import { mkdir, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { ApiFailure } from "../../platform/failure/api-failure.ts";
import { errorCode } from "../../platform/failure/error-code.ts";
import { runDetached } from "../../platform/run-detached.ts";
import type { LogHeader } from "../log/log-entry.ts";
import type { BlockStore } from "../log/log-writer.ts";
import type { Segment, StoredLog } from "../log/segment.ts";
import { replayTo } from "../replay/replay-to.ts";
import { TimelineRecorder, type TimelineSegment } from "../timeline/timeline-recorder.ts";
import { indexPathOf, type StoredSegment, segmentBasePath, segmentIn, storedIn } from "./history-files.ts";
import { FolderInUseError, HistoryLock } from "./history-lock.ts";
import { FIRST_LINE, LogFileError } from "./log-file.ts";
import { LogFileStore } from "./log-file-store.ts";

/** File names have whole milliseconds: the difference of two times from them is wrong by less than this. */
export const FILE_NAME_RESOLUTION_MS = 2;

/** The most bytes that one query reads. */
const READ_BYTES = 256 * 1024 * 1024;

/** A folder that cannot be used. The message is one sentence. */
export class HistoryFolderError extends Error {
  override readonly name = "HistoryFolderError";
  /** The disk is full. Work that does not need the folder can continue. */
  readonly isFull: boolean;

  constructor(message: string, isFull = false) {
    super(message);
    this.isFull = isFull;
  }
}

const FULL: readonly string[] = ["ENOSPC", "EDQUOT"];

interface HistoryLimits {
  /** The total of all segment files, without their index files. */
  readonly maxBytes: number;
  /** On the cluster's clock; undefined: no age limit. */
  readonly maxAgeMs: number | undefined;
}

/** A closed segment. Its index is in memory until it is on disk. */
interface ClosedSegment extends StoredSegment {
  readonly end: NonNullable<StoredSegment["end"]>;
  /** Answers queries for timeline events without a replay. */
  index: TimelineSegment | undefined;
}

interface ReadSegment {
  readonly stored: StoredSegment;
  readonly segment: Segment;
}

/** A part of the history with an uninterrupted watch. */
export interface WatchedSpan {
  readonly run: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Leaves the timeline events at the first moment of the next segment to that segment. */
function indexOf(timeline: TimelineRecorder, fromMs: number, toMs: number, isLast: boolean): TimelineSegment {
  const part = timeline.part(fromMs, toMs);
  return isLast ? part : { ...part, happenings: part.happenings.filter(({ atMs }) => atMs < toMs) };
}

/**
 * The history of a cluster in a folder, a file and an index per segment; the oldest are deleted. One server writes to a
 * folder at a time. A restart finds earlier segments again, and keeps the intact part of an interrupted one (L4).
 * *Invariant*: closed segments are sorted by time, and each can be played from a whole segment.
 */
export class HistoryFolder {
  readonly folder: string;
  readonly limits: HistoryLimits;
  readonly #lock: HistoryLock;
  #closed: ClosedSegment[] = [];
  readonly #damages: string[] = [];
  #work: Promise<void> = Promise.resolve();

  private constructor(folder: string, limits: HistoryLimits, lock: HistoryLock) {
    this.folder = folder;
    this.limits = limits;
    this.#lock = lock;
  }

  /**
   * Creates the folder if it is missing, and reads its contents. `server` is the API server's address. Rejects with
   * HistoryFolderError.
   */
  static async open(folder: string, server: string, limits: HistoryLimits, nowMs: number, timers: Timers): Promise<HistoryFolder> {
    try {
      await mkdir(dirname(folder), { recursive: false }).catch(() => undefined);
      await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
      const lock = await HistoryLock.take(folder, timers);
      const history = new HistoryFolder(folder, limits, lock);
      try {
        await history.#read(server, nowMs);
      } catch (error) {
        await lock.release();
        throw error;
      }
      return history;
    } catch (error) {
      if (error instanceof FolderInUseError)
        throw new HistoryFolderError(`Another server${error.message} keeps its history in ${folder}: name another folder.`);
      if (error instanceof LogFileError)
        throw new HistoryFolderError(`The history in ${folder} ${error.message}: run that one, or name another folder.`);
      if (error instanceof HistoryFolderError || (error as NodeJS.ErrnoException).code === undefined) throw error;
      throw new HistoryFolderError(
        `The folder ${folder} cannot be used for history: ${errorCode(error)}.`,
        FULL.includes(errorCode(error)),
      );
    }
  }

  /** The interrupted or altered files that were found while runs were recovered, one sentence each (L4). */
  get damages(): readonly string[] {
    return this.#damages;
  }

  get bytes(): number {
    return this.#closed.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  get checkpoints(): readonly number[] {
    return this.#closed.filter(({ end }) => end.isWhole).map(({ fromMs }) => fromMs);
  }

  /** Oldest first. */
  get spans(): readonly WatchedSpan[] {
    const spans: WatchedSpan[] = [];
    for (const { run, fromMs, end } of this.#closed) {
      const last = spans.at(-1);
      if (last?.run === run && fromMs <= last.toMs + FILE_NAME_RESOLUTION_MS)
        spans[spans.length - 1] = { ...last, toMs: Math.max(last.toMs, end.toMs) };
      // A span cannot be played unless it begins with a whole segment.
      else if (end.isWhole) spans.push({ run, fromMs, toMs: end.toMs });
    }
    return spans;
  }

  /** Returns the store for the blocks of a run. Segments that its writer releases remain in the folder. */
  storeOf(run: string): BlockStore & { close(): Promise<void> } {
    let number = -1;
    let file: LogFileStore | undefined;
    return {
      keep: async (segment, block) => {
        if (file === undefined || number !== segment.number) {
          await file?.close();
          number = segment.number;
          file = new LogFileStore(`${segmentBasePath(this.folder, run, segment)}.dslog`, FIRST_LINE, { isReplacing: false });
        }
        return file.keep(segment, block);
      },
      drop: (segment, untilMs, timeline) => this.closeSegment(run, segment, { untilMs, isLast: false }, timeline),
      close: async () => file?.close(),
    };
  }

  /** Closes a segment, which ends at `untilMs`. `isLast`: it is the last of its run. */
  closeSegment(
    run: string,
    segment: Segment,
    { untilMs, isLast }: { readonly untilMs: number; readonly isLast: boolean },
    timeline: TimelineRecorder,
  ): void {
    const { number, fromMs, bytes, isWhole } = segment;
    const base = segmentBasePath(this.folder, run, segment);
    const toMs = Math.max(fromMs, untilMs);
    const end = { toMs, isWhole, indexPath: indexPathOf(base, toMs, isWhole) };
    const index = indexOf(timeline, fromMs, toMs, isLast);
    this.#keepIndex({ run, number, fromMs, path: `${base}.dslog`, bytes: bytes + FIRST_LINE.length, end, index });
  }

  /** Deletes a segment that cannot be played. */
  discard(run: string, segment: Segment): void {
    this.#inTurn(() => unlink(`${segmentBasePath(this.folder, run, segment)}.dslog`).catch(() => undefined));
  }

  /** Deletes the oldest segments until the limits hold. `openBytes` is the size of the open segments. */
  enforce(nowMs: number, openBytes: number): void {
    const { maxBytes, maxAgeMs = Number.POSITIVE_INFINITY } = this.limits;
    let bytes = this.bytes + openBytes;
    const isPast = ({ end }: ClosedSegment) => bytes > maxBytes || end.toMs < nowMs - maxAgeMs;
    let dropCount = 0;
    for (const each of this.#closed) {
      // A segment that is not whole cannot be played without the deleted one before it.
      if (!isPast(each) && (dropCount === 0 || each.end.isWhole)) break;
      dropCount++;
      bytes -= each.bytes;
    }
    const dropped = this.#closed.splice(0, dropCount);
    this.#inTurn(async () => {
      for (const { path, end } of dropped) for (const file of [path, end.indexPath]) await unlink(file).catch(() => undefined);
    });
  }

  /**
   * Returns the log from the last checkpoint at or before `fromMs` until `toMs`, or until the end of that run.
   * Undefined if no checkpoint is early enough, or if its file cannot be read.
   */
  async load(fromMs: number, toMs: number): Promise<{ readonly run: string; readonly log: StoredLog } | undefined> {
    const first = this.#closed.findLast((each) => each.end.isWhole && each.fromMs <= fromMs);
    if (first === undefined) return undefined;
    const chosen = this.#closed.filter(
      (each) => each.run === first.run && (each === first || (each.number > first.number && each.fromMs <= toMs)),
    );
    const bytes = chosen.reduce((sum, each) => sum + each.bytes, 0);
    if (bytes > READ_BYTES)
      throw new ApiFailure(
        400,
        "RangeTooLarge",
        `The range is ${Math.ceil(bytes / 1024 / 1024)} MB: ask for a shorter one, by from and to.`,
      );
    const log = await this.#logOf(chosen);
    return log === undefined ? undefined : { run: first.run, log };
  }

  /** Returns the timeline events and counts of the closed segments that overlap a range. */
  async timelineBetween(fromMs: number, toMs: number): Promise<TimelineRecorder> {
    const timeline = new TimelineRecorder();
    for (const each of this.#closed) {
      if (each.end.toMs < fromMs || each.fromMs > toMs) continue;
      const index = each.index ?? (await this.#indexIn(each));
      if (index !== undefined) timeline.add(index);
    }
    return timeline;
  }

  /** Closes the intact part of a run that a kill or a full disk interrupted. */
  async recover(run: string): Promise<void> {
    await this.#work;
    const stored = (await storedIn(this.folder)).filter((each) => each.run === run);
    await this.#recover(stored);
    this.#sort();
  }

  /** Resolves when everything is on disk and the lock is released. */
  async close(): Promise<void> {
    await this.#work;
    await this.#lock.release();
  }

  async #read(server: string, nowMs: number): Promise<void> {
    const stored = await storedIn(this.folder);
    await this.#requireSame(stored, server);
    for (const run of new Set(stored.map((each) => each.run))) await this.#recover(stored.filter((each) => each.run === run));
    this.#sort();
    this.enforce(nowMs, 0);
    await this.#work;
  }

  async #requireSame(stored: readonly StoredSegment[], server: string): Promise<void> {
    let header: LogHeader | undefined;
    for (let at = stored.length - 1; at >= 0 && header === undefined; at--)
      header = (await segmentIn(stored[at]?.path ?? ""))?.segment.header;
    if (header !== undefined && header.cluster.server !== server)
      throw new HistoryFolderError(
        `The folder ${this.folder} holds the history of another cluster, "${header.cluster.context}" (${header.cluster.server}): name another folder.`,
      );
  }

  /**
   * Recovers the segments of one run, in their order. Plays those without an index to find their end, and deletes
   * those of them that cannot be played.
   */
  async #recover(stored: readonly StoredSegment[]): Promise<void> {
    const sorted = [...stored].sort((a, b) => a.number - b.number);
    const known = sorted.filter((each): each is ClosedSegment => each.end !== undefined).map((each) => ({ ...each, index: undefined }));
    const isKnown = new Set([...known, ...this.#closed].map(({ path }) => path));
    this.#closed.push(...known.filter(({ path }) => !this.#closed.some((each) => each.path === path)));
    const open = sorted.filter(({ path }) => !isKnown.has(path));
    if (open.length === 0) return;
    // Starts at the last whole segment before the open ones.
    let start = Math.max(0, sorted.findIndex(({ path }) => path === open[0]?.path) - 1);
    while (start > 0 && sorted[start]?.end?.isWhole === false) start--;
    const intactRuns: ReadSegment[][] = [[]];
    for (const each of sorted.slice(start)) {
      const found = await segmentIn(each.path);
      if (found !== undefined) intactRuns.at(-1)?.push({ stored: each, segment: found.segment });
      if (found !== undefined && found.tornBytes === 0) continue;
      // The segments after the damage can be played from their next checkpoint on.
      intactRuns.push([]);
      const lost = found?.tornBytes ?? each.bytes;
      if (open.includes(each) && lost > 0)
        this.#damages.push(`The last ${lost} bytes of ${each.path} are damaged or cut off: it is shown up to where it is sound.`);
    }
    const playablePaths = new Set<string>();
    for (const read of intactRuns) {
      const first = read.findIndex(({ segment }) => segment.isWhole);
      if (first === -1) continue;
      const playable = read.slice(first);
      await this.#closePlayed(playable, open);
      for (const { stored: played } of playable) playablePaths.add(played.path);
    }
    for (const { path } of open) if (!playablePaths.has(path)) await unlink(path).catch(() => undefined);
  }

  async #closePlayed(playable: readonly ReadSegment[], open: readonly StoredSegment[]): Promise<void> {
    const segments = playable.map(({ segment }) => segment);
    const [{ header, fromMs } = { header: undefined, fromMs: 0 }] = segments;
    if (header === undefined) return;
    const log = { header, segments, openText: "" };
    const timeline = new TimelineRecorder();
    timeline.begin((await replayTo(log, { fromMs, toMs: fromMs })).state);
    const end = await replayTo(log, { fromMs, toMs: Number.POSITIVE_INFINITY }, (frame, before) => void timeline.take(before, frame));
    for (const [at, { stored, segment }] of playable.entries()) {
      if (!open.includes(stored)) continue;
      const next = playable[at + 1]?.segment;
      this.closeSegment(stored.run, segment, { untilMs: next?.fromMs ?? end.atMs, isLast: next === undefined }, timeline);
    }
  }

  async #logOf(chosen: readonly ClosedSegment[]): Promise<StoredLog | undefined> {
    const segments: Segment[] = [];
    let torn = 0;
    for (const { path } of chosen) {
      const found = await segmentIn(path).catch(() => undefined);
      if (found !== undefined) segments.push(found.segment);
      torn = found?.tornBytes ?? 1;
      if (torn > 0) break;
    }
    const [first] = segments;
    if (first === undefined) return undefined;
    const { header } = first;
    return {
      header,
      segments,
      openText: "",
      bytes: this.bytes,
      maxBytes: this.limits.maxBytes,
      timeline: new TimelineRecorder(),
      tornBytes: torn,
    };
  }

  #keepIndex(closed: ClosedSegment): void {
    this.#closed.push(closed);
    this.#sort();
    this.#inTurn(async () => {
      const { indexPath } = closed.end;
      // An index that cannot be written remains in memory, and is built again after a restart.
      try {
        await writeFile(`${indexPath}.new`, JSON.stringify(closed.index), { mode: 0o600 });
        await rename(`${indexPath}.new`, indexPath);
        closed.index = undefined;
      } catch {
        await unlink(`${indexPath}.new`).catch(() => undefined);
      }
    });
  }

  async #indexIn({ end }: ClosedSegment): Promise<TimelineSegment | undefined> {
    try {
      return JSON.parse(await readFile(end.indexPath, "utf8")) as TimelineSegment;
    } catch {
      return undefined;
    }
  }

  #sort(): void {
    this.#closed.sort((a, b) => a.fromMs - b.fromMs || a.number - b.number);
  }

  #inTurn(work: () => Promise<void>): void {
    this.#work = this.#work.then(work);
    runDetached(this.#work);
  }
}
