import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import type { Frame } from "@daemonscope/shared/frame";
import type { Happening, HistoryAnswer, HistoryFramesAnswer, KeptHistory } from "@daemonscope/shared/http/history";
import type { Timers } from "../clock.ts";
import { logFileOf } from "../log/log-file.ts";
import { playTo } from "../log/play-to.ts";
import type { KeptLog } from "../log/segment.ts";
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
  history(range: { readonly fromMs?: number | undefined; readonly toMs?: number | undefined }, samples: number, of?: string): HistoryAnswer;
  /** All that happened to a DaemonSet. */
  happened(daemonSet: DaemonSetKey): Promise<readonly Happening[]>;
  frames(fromMs: number, toMs: number): Promise<HistoryFramesAnswer>;
  /** Gives each state of a range, and the last before it. O(checkpoint + what was told until its end). */
  states(fromMs: number, toMs: number, onState: (state: ClusterState) => void): Promise<void>;
  /** A range as a file. */
  recording(fromMs: number | undefined, toMs: number | undefined): Promise<Buffer>;
}

const nothing = (): ApiFailure =>
  new ApiFailure(404, "NoHistory", "Nothing is kept of the past yet: it begins when all that is needed was read once.");

/** Where nothing is written down. */
export const NO_PAST: PastReadings = {
  at: () => Promise.reject(nothing()),
  history: () => ({ at: 0, kept: null, fromMs: 0, toMs: 0, happenings: [], happeningCount: 0, counts: {} }),
  happened: () => Promise.resolve([]),
  frames: () => Promise.reject(nothing()),
  states: () => Promise.reject(nothing()),
  recording: () => Promise.reject(nothing()),
};

const iso = (ms: number): string => new Date(ms).toISOString();

function keptOf({ segments, bytes, maxBytes }: KeptLog): KeptHistory | undefined {
  const whole = segments.filter(({ isWhole }) => isWhole);
  const [first] = whole;
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return { fromMs: first.fromMs, toMs: Math.max(last.toMs, first.fromMs), bytes, maxBytes, checkpoints: whole.map(({ fromMs }) => fromMs) };
}

/** The past of the cluster that is watched, as its log has it. At most one moment is played at a time: each takes as much memory as the cluster does. */
export class LoggedPast implements PastReadings {
  readonly #log: () => KeptLog | undefined;
  readonly #clockMs: () => number;
  readonly #timers: Timers;
  /** Of the moments that were played, by name. */
  readonly #pods = new Map<string, number>();
  #forget: { cancel(): void } | undefined;
  readonly #moments = new Map<string, Promise<ServedReading>>();
  #turn: Promise<unknown> = Promise.resolve();

  /** `log` is of the cluster that is watched now. */
  constructor(log: () => KeptLog | undefined, clockMs: () => number, timers: Timers) {
    this.#log = log;
    this.#clockMs = clockMs;
    this.#timers = timers;
  }

  at(atMs: number): Promise<ServedReading> {
    const log = this.#checked(atMs);
    this.#forget?.cancel();
    this.#forget = this.#timers.after(KEPT_FOR_MS, () => this.#forgetAll());
    const name = `${log.header.log} ${atMs}`;
    const known = this.#moments.get(name);
    if (known !== undefined) return known;
    const made = this.#inTurn(() => {
      this.#makeRoom();
      return this.#played(log, atMs);
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

  history(
    { fromMs, toMs }: { readonly fromMs?: number | undefined; readonly toMs?: number | undefined },
    samples: number,
    of?: string,
  ): HistoryAnswer {
    const at = this.#clockMs();
    const log = this.#log();
    const kept = log === undefined ? undefined : keptOf(log);
    if (log === undefined || kept === undefined) return { ...NO_PAST.history({}, 0), at };
    const from = Math.max(fromMs ?? kept.fromMs, kept.fromMs);
    const to = Math.min(toMs ?? at, at);
    const happenings = log.happenings.between(from, to);
    return {
      at,
      kept,
      fromMs: from,
      toMs: to,
      happenings: happenings.slice(-HAPPENINGS_SENT),
      happeningCount: happenings.length,
      counts: log.happenings.counts(from, to, samples, of),
    };
  }

  happened(daemonSet: DaemonSetKey): Promise<readonly Happening[]> {
    const all = this.#log()?.happenings.between(0, this.#clockMs()) ?? [];
    return Promise.resolve(all.filter((each) => "daemonSet" in each && each.daemonSet === daemonSet));
  }

  async frames(fromMs: number, toMs: number): Promise<HistoryFramesAnswer> {
    const log = this.#checked(fromMs);
    return this.#inTurn(async () => {
      let start: ClusterState | undefined;
      const frames: Frame[] = [];
      let isMore = false;
      const end = await playTo(log, { fromMs, toMs }, (frame, before) => {
        if (frame.at <= fromMs) return;
        start ??= before;
        if (frames.length < FRAMES_SENT) frames.push(frame);
        else isMore = true;
      });
      const keyframe = encodeKeyframe(start ?? end.state);
      const last = frames.at(-1);
      return { keyframe, frames, ...(isMore && last !== undefined ? { moreFromMs: last.at } : {}) };
    });
  }

  async states(fromMs: number, toMs: number, onState: (state: ClusterState) => void): Promise<void> {
    const log = this.#checked(fromMs);
    await this.#inTurn(async () => {
      let isBegun = false;
      const { state } = await playTo(log, { fromMs, toMs }, (frame, before, after) => {
        if (frame.at < fromMs) return;
        if (!isBegun && before.at < fromMs) onState(before);
        isBegun = true;
        onState(after);
      });
      if (!isBegun) onState(state);
    });
  }

  async recording(fromMs: number | undefined, toMs: number | undefined): Promise<Buffer> {
    const now = this.#clockMs();
    const known = this.#log();
    const first = known === undefined ? undefined : keptOf(known)?.fromMs;
    const log = this.#checked(fromMs ?? first ?? now);
    return this.#inTurn(() => logFileOf(log, fromMs ?? first ?? now, toMs ?? now));
  }

  #forgetAll(): void {
    this.#moments.clear();
    this.#pods.clear();
  }

  /** The log, where it reaches back to a moment and that is not ahead. */
  #checked(atMs: number): KeptLog {
    const now = this.#clockMs();
    if (atMs > now) throw new ApiFailure(400, "MomentAhead", `${iso(atMs)} is not yet: it is ${iso(now)} on the cluster's clock.`);
    const log = this.#log();
    const kept = log === undefined ? undefined : keptOf(log);
    if (log === undefined || kept === undefined) throw nothing();
    if (atMs < kept.fromMs)
      throw new ApiFailure(
        410,
        "MomentNotKept",
        `Nothing is kept of ${iso(atMs)}: what is kept begins at ${iso(kept.fromMs)}.`,
        undefined,
        undefined,
        {
          fromMs: kept.fromMs,
        },
      );
    return log;
  }

  async #played(log: KeptLog, atMs: number): Promise<ServedReading> {
    const { model, state } = await playTo(log, { fromMs: atMs, toMs: atMs });
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
