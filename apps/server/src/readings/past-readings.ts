import type { WatchedPod } from "@daemonscope/daemonset/life/pair-trail";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import type { Frame } from "@daemonscope/shared/frame";
import type { Happening, HistoryAnswer, HistoryFramesAnswer } from "@daemonscope/shared/http/history";
import { anonymousFileOf } from "../anonymise/anonymous-file.ts";
import type { Timers } from "../clock.ts";
import { logFileOf } from "../log/log-file.ts";
import type { PastShelf } from "../log/past-shelf.ts";
import { playTo } from "../log/play-to.ts";
import type { KeptLog } from "../log/segment.ts";
import { type PairOfLog, watchedPods } from "../log/watched-pods.ts";
import { ApiFailure } from "../safety/api-failure.ts";
import type { ServedReading } from "./served-reading.ts";

/** Moments that are kept once they were asked for, for a page asks several questions of each: at most so many, of so many pods together, and no longer than this. */
const MOMENTS_KEPT = 3;
const PODS_KEPT = 40_000;
const KEPT_FOR_MS = 60_000;
const HAPPENINGS_SENT = 2000;
const FRAMES_SENT = 3000;

/** What can be asked of the past. Each throws ApiFailure for a time that is not kept. */
export interface PastReadings {
  /** The reading of a moment. */
  at(atMs: number): Promise<ServedReading>;
  /** What happened in a range; all that is kept where an end is left out. `of`: whose counts; left out, each DaemonSet's. */
  history(
    range: { readonly fromMs?: number | undefined; readonly toMs?: number | undefined },
    samples: number,
    of?: string,
  ): Promise<HistoryAnswer>;
  /** All that happened to a DaemonSet. */
  happened(daemonSet: DaemonSetKey): Promise<readonly Happening[]>;
  frames(fromMs: number, toMs: number): Promise<HistoryFramesAnswer>;
  /** The pods of a pair in a range, as far as they were watched in one go until its end. O(checkpoint + what was told until its end). */
  pods(pair: PairOfLog, fromMs: number, toMs: number): Promise<readonly WatchedPod[]>;
  /** Gives each state of a range, and the last before it; after a gap it goes on with another epoch. O(checkpoint + what was told until its end). */
  states(fromMs: number, toMs: number, onState: (state: ClusterState) => void): Promise<void>;
  /** A range as a file, with other words for what names something where `anonymise` asks for it. */
  recording(range: { readonly fromMs?: number | undefined; readonly toMs?: number | undefined }, anonymise: boolean): Promise<Buffer>;
}

const nothing = (): ApiFailure =>
  new ApiFailure(404, "NoHistory", "Nothing is kept of the past yet: it begins when all that is needed was read once.");

/** Where nothing is written down. */
export const NO_PAST: PastReadings = {
  at: () => Promise.reject(nothing()),
  history: () => Promise.resolve({ at: 0, kept: null, fromMs: 0, toMs: 0, happenings: [], happeningCount: 0, counts: {} }),
  happened: () => Promise.resolve([]),
  frames: () => Promise.reject(nothing()),
  pods: () => Promise.resolve([]),
  states: () => Promise.reject(nothing()),
  recording: () => Promise.reject(nothing()),
};

const gone = (code: string, message: string, params: Readonly<Record<string, number>>): ApiFailure =>
  new ApiFailure(410, code, message, undefined, undefined, params);

const iso = (ms: number): string => new Date(ms).toISOString();

/** The past of the cluster that is watched, as its log has it. At most one moment is played at a time: each takes as much memory as the cluster does. */
export class LoggedPast implements PastReadings {
  readonly #shelf: () => PastShelf;
  readonly #clockMs: () => number;
  readonly #timers: Timers;
  /** Of the moments that were played, by name. */
  readonly #pods = new Map<string, number>();
  #forget: { cancel(): void } | undefined;
  readonly #moments = new Map<string, Promise<ServedReading>>();
  #turn: Promise<unknown> = Promise.resolve();

  /** `shelf` is of the cluster that is watched now. */
  constructor(shelf: () => PastShelf, clockMs: () => number, timers: Timers) {
    this.#shelf = shelf;
    this.#clockMs = clockMs;
    this.#timers = timers;
  }

  async at(atMs: number): Promise<ServedReading> {
    const shelf = this.#checked(atMs);
    this.#forget?.cancel();
    this.#forget = this.#timers.after(KEPT_FOR_MS, () => this.#forgetAll());
    const name = `${shelf.name} ${atMs}`;
    const known = this.#moments.get(name);
    if (known !== undefined) return known;
    const made = this.#inTurn(() => {
      this.#makeRoom();
      return this.#played(shelf, atMs);
    });
    this.#moments.set(name, made);
    made.catch(() => this.#moments.delete(name));
    made.then(({ reading }) => this.#pods.set(name, reading.podCount)).catch(() => undefined);
    return made;
  }

  /** For one more that is as large as the last. */
  #makeRoom(): void {
    const played = [...this.#moments.keys()].filter((name) => this.#pods.has(name));
    const next = this.#pods.get(played.at(-1) ?? "") ?? 0;
    let pods = next + played.reduce((sum, name) => sum + (this.#pods.get(name) ?? 0), 0);
    for (const [at, name] of played.entries()) {
      if (played.length - at < MOMENTS_KEPT && pods <= PODS_KEPT) return;
      pods -= this.#pods.get(name) ?? 0;
      this.#pods.delete(name);
      this.#moments.delete(name);
    }
  }

  async history(
    { fromMs, toMs }: { readonly fromMs?: number | undefined; readonly toMs?: number | undefined },
    samples: number,
    of?: string,
  ): Promise<HistoryAnswer> {
    const at = this.#clockMs();
    const shelf = this.#shelf();
    const kept = shelf.kept();
    const problem = shelf.problem?.();
    const told = { at, ...(problem === undefined ? {} : { problem }) };
    if (kept === undefined) return { ...told, kept: null, fromMs: 0, toMs: 0, happenings: [], happeningCount: 0, counts: {} };
    const from = Math.max(fromMs ?? kept.fromMs, kept.fromMs);
    const to = Math.min(toMs ?? at, at);
    const { happenings, counts } = await shelf.told(from, to, samples, of);
    return {
      ...told,
      kept,
      fromMs: from,
      toMs: to,
      happenings: happenings.slice(-HAPPENINGS_SENT),
      happeningCount: happenings.length,
      counts,
    };
  }

  async happened(daemonSet: DaemonSetKey): Promise<readonly Happening[]> {
    const shelf = this.#shelf();
    const kept = shelf.kept();
    if (kept === undefined) return [];
    const { happenings } = await shelf.told(kept.fromMs, this.#clockMs(), 0);
    return happenings.filter((each) => "daemonSet" in each && each.daemonSet === daemonSet);
  }

  async frames(fromMs: number, toMs: number): Promise<HistoryFramesAnswer> {
    const shelf = this.#checked(fromMs);
    return this.#inTurn(async () => {
      let start: ClusterState | undefined;
      const frames: Frame[] = [];
      let isMore = false;
      const end = await playTo(await shelf.logOf(fromMs, toMs), { fromMs, toMs }, (frame, before) => {
        if (frame.at <= fromMs) return true;
        start ??= before;
        if (frames.length < FRAMES_SENT) frames.push(frame);
        else isMore = true;
        return !isMore;
      });
      const keyframe = encodeKeyframe(start ?? end.state);
      const last = frames.at(-1);
      if (isMore && last !== undefined) return { keyframe, frames, moreFromMs: last.at };
      const gap = shelf.kept()?.gaps?.find((each) => each.toMs > fromMs && each.fromMs < toMs);
      return { keyframe, frames, ...(gap === undefined ? {} : { moreFromMs: gap.toMs, unknownFromMs: gap.fromMs }) };
    });
  }

  async pods(pair: PairOfLog, fromMs: number, toMs: number): Promise<readonly WatchedPod[]> {
    const kept = this.#shelf().kept();
    if (kept === undefined) return [];
    const lastGap = kept.gaps?.findLast((gap) => gap.toMs <= toMs);
    const from = Math.max(fromMs, kept.fromMs, lastGap?.toMs ?? 0);
    if (from > toMs) return [];
    const shelf = this.#checked(from);
    return this.#inTurn(async () => watchedPods(await shelf.logOf(from, toMs), pair, { fromMs: from, toMs }));
  }

  async states(fromMs: number, toMs: number, onState: (state: ClusterState) => void): Promise<void> {
    const shelf = this.#checked(fromMs);
    await this.#inTurn(async () => {
      for (let from = fromMs; ; ) {
        await this.#statesOfOne(await shelf.logOf(from, toMs), from, toMs, onState);
        const gap = shelf.kept()?.gaps?.find((each) => each.toMs > from && each.toMs <= toMs);
        if (gap === undefined) return;
        from = gap.toMs;
      }
    });
  }

  /** The same, of what was watched in one go. */
  async #statesOfOne(log: KeptLog, fromMs: number, toMs: number, onState: (state: ClusterState) => void): Promise<void> {
    let isBegun = false;
    const { state } = await playTo(log, { fromMs, toMs }, (frame, before, after) => {
      if (frame.at < fromMs) return;
      if (!isBegun) onState(before);
      isBegun = true;
      onState(after);
    });
    if (!isBegun) onState(state);
  }

  async recording(
    { fromMs, toMs }: { readonly fromMs?: number | undefined; readonly toMs?: number | undefined },
    anonymise: boolean,
  ): Promise<Buffer> {
    const now = this.#clockMs();
    const kept = this.#shelf().kept();
    const until = Math.min(toMs ?? now, now);
    // Nobody watched from there on.
    const to = kept?.gaps?.find((gap) => gap.fromMs < until && until < gap.toMs)?.fromMs ?? until;
    // A file is of one log: of what was watched in one go, the last of it.
    const lastGap = kept?.gaps?.findLast((gap) => gap.toMs <= to);
    const from = Math.max(fromMs ?? kept?.fromMs ?? now, lastGap?.toMs ?? 0);
    const shelf = this.#checked(from);
    return this.#inTurn(async () => {
      const file = await logFileOf(await shelf.logOf(from, to), from, to);
      return anonymise ? anonymousFileOf(file) : file;
    });
  }

  #forgetAll(): void {
    this.#moments.clear();
    this.#pods.clear();
  }

  /** What is kept, where it reaches back to a moment, which is not ahead and in no gap. */
  #checked(atMs: number): PastShelf {
    const now = this.#clockMs();
    if (atMs > now) throw new ApiFailure(400, "MomentAhead", `${iso(atMs)} is not yet: it is ${iso(now)} on the cluster's clock.`);
    const shelf = this.#shelf();
    const kept = shelf.kept();
    if (kept === undefined) throw nothing();
    if (atMs < kept.fromMs)
      throw gone("MomentNotKept", `Nothing is kept of ${iso(atMs)}: what is kept begins at ${iso(kept.fromMs)}.`, { fromMs: kept.fromMs });
    const gap = kept.gaps?.find(({ fromMs, toMs }) => atMs > fromMs && atMs < toMs);
    if (gap !== undefined)
      throw gone("NotWatched", `Nobody watched at ${iso(atMs)}: nothing is known from ${iso(gap.fromMs)} to ${iso(gap.toMs)}.`, { ...gap });
    return shelf;
  }

  async #played(shelf: PastShelf, atMs: number): Promise<ServedReading> {
    const log = await shelf.logOf(atMs, atMs);
    const { model, state } = await playTo(log, { fromMs: atMs, toMs: atMs });
    // It is not known whether anything happened in what cannot be read.
    if (log.tornBytes !== undefined && log.tornBytes > 0 && atMs > state.at)
      throw gone("MomentDamaged", `What was kept of ${iso(atMs)} is damaged: it can be read until ${iso(state.at)}.`, { toMs: state.at });
    // As the live one does: an answer is of the moment that is asked for, and not of the last tick before it.
    model.at(atMs);
    return {
      reading: model.reading,
      cluster: state.cluster,
      epoch: state.epoch,
      seq: state.seq,
      sources: () => state.sources,
      momentMs: atMs,
    };
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}
