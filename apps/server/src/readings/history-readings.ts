import type { WatchedPodHistory } from "@daemonscope/daemonset/pods/life/pair-trail";
import type { DaemonSetKey } from "@daemonscope/daemonset/records/records";
import { isoTime } from "@daemonscope/kube/values/time";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { encodeKeyframe } from "@daemonscope/shared/codec/keyframe";
import {
  ALL_DAEMON_SETS,
  type HistoryAnswer,
  type HistoryFramesAnswer,
  type HistoryProblem,
  type TimelineEvent,
} from "@daemonscope/shared/http/history";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { Frame } from "@daemonscope/shared/state/frame";
import { type RunParts, runInARow } from "../feed/drain-in-slices.ts";
import { canTimeAdvance } from "../frames/confirmed-until.ts";
import { anonymizeFile } from "../history/anonymize/anonymous-file.ts";
import type { StoredLog } from "../history/log/segment.ts";
import { type LoggedPair, podsOfPair } from "../history/replay/pods-of-pair.ts";
import { replayTo } from "../history/replay/replay-to.ts";
import type { ScopedLog } from "../history/replay/scoped-log.ts";
import type { HistoryStore, TimelineRange } from "../history/storage/history-store.ts";
import { logFileOf } from "../history/storage/log-file.ts";
import { SAMPLES_LIMIT, sumCounts } from "../history/timeline/timeline-recorder.ts";
import { ApiFailure } from "../platform/failure/api-failure.ts";
import { ReplayCache } from "./replay-cache.ts";
import type { ServedReading } from "./served-reading.ts";

/** Limits of one answer. */
const TIMELINE_EVENTS_SENT = 2000;
const FRAMES_SENT = 3000;

/** Queries of the history. `at`, `frames`, `states` and `recording` throw ApiFailure for a start that is not stored. */
export interface HistoryReadings {
  /** Returns the reading of a moment. */
  at(atMs: number): Promise<ServedReading>;
  /**
   * Returns the newest timeline events of a range, and counts; by default of the whole history. `of`: the DaemonSet
   * whose counts are returned; by default each one.
   */
  history(
    range: { readonly fromMs?: number | undefined; readonly toMs?: number | undefined },
    samples: number,
    of?: string,
  ): Promise<HistoryAnswer>;
  /** Returns all timeline events of a DaemonSet. */
  happened(daemonSet: DaemonSetKey): Promise<readonly TimelineEvent[]>;
  /** Returns the state at `fromMs`, and the frames after it until `toMs`, a gap or the limit of an answer. */
  frames(fromMs: number, toMs: number): Promise<HistoryFramesAnswer>;
  /**
   * Returns the pods of a pair in a range; only in the part after its last gap. O(checkpoint + frames until its end).
   */
  pods(pair: LoggedPair, fromMs: number, toMs: number): Promise<readonly WatchedPodHistory[]>;
  /**
   * Passes each state of a range, and the last state before it, to `onState`. After a gap it continues with another
   * epoch. O(checkpoint + frames until its end).
   */
  states(fromMs: number, toMs: number, onState: (state: ClusterState) => void): Promise<void>;
  /** Returns a range as a file; `anonymise` replaces the names in it. */
  recording(
    range: { readonly fromMs?: number | undefined; readonly toMs?: number | undefined },
    anonymise: boolean,
    run?: RunParts,
  ): Promise<Buffer>;
  /** Returns the same history, reduced to a part. */
  within(part: ScopedLog): HistoryReadings;
}

const noHistoryFailure = (): ApiFailure =>
  new ApiFailure(404, "NoHistory", "There is no history yet: it starts after the first full read.");

/** The history of a server that stores none. */
export const NO_HISTORY: HistoryReadings = {
  at: () => Promise.reject(noHistoryFailure()),
  history: () => Promise.resolve({ at: 0, retained: null, fromMs: 0, toMs: 0, happenings: [], eventCount: 0, counts: {} }),
  happened: () => Promise.resolve([]),
  frames: () => Promise.reject(noHistoryFailure()),
  pods: () => Promise.resolve([]),
  states: () => Promise.reject(noHistoryFailure()),
  recording: () => Promise.reject(noHistoryFailure()),
  within: () => NO_HISTORY,
};

const goneFailure = (code: string, message: string, params: Readonly<Record<string, number>>): ApiFailure =>
  new ApiFailure(410, code, message, undefined, undefined, params);

const withoutFolder = ({ folder: _folder, ...problem }: HistoryProblem): HistoryProblem => problem;

/** The history of the watched cluster from its log, whole or reduced to a part. */
export class LoggedHistory implements HistoryReadings {
  readonly #store: () => HistoryStore;
  readonly #clockMs: () => number;
  readonly #moments: ReplayCache;
  readonly #part: ScopedLog | undefined;
  /** The store whose names the part has or gets, and the promise of its read. */
  #learned: { readonly storeName: string; readonly names: Promise<void> } | undefined;

  /** The first parameter returns the store of the currently watched cluster. */
  constructor(store: () => HistoryStore, clockMs: () => number, timers: Timers | ReplayCache, part?: ScopedLog) {
    this.#store = store;
    this.#clockMs = clockMs;
    this.#moments = timers instanceof ReplayCache ? timers : new ReplayCache(timers);
    this.#part = part;
  }

  within(part: ScopedLog): HistoryReadings {
    return new LoggedHistory(this.#store, this.#clockMs, this.#moments, part);
  }

  async at(atMs: number): Promise<ServedReading> {
    const store = this.#checked(atMs);
    await this.#learnNames(store);
    const name = `${this.#part?.name ?? ""} ${store.name} ${atMs}`;
    return this.#moments.moment(name, () => this.#played(store, atMs));
  }

  async history(
    { fromMs, toMs }: { readonly fromMs?: number | undefined; readonly toMs?: number | undefined },
    samples: number,
    of?: string,
  ): Promise<HistoryAnswer> {
    const at = this.#clockMs();
    const store = this.#store();
    const kept = store.kept();
    const problem = store.problem?.();
    const common = { at, ...(problem === undefined ? {} : { problem: this.#part === undefined ? problem : withoutFolder(problem) }) };
    if (kept === undefined) return { ...common, retained: null, fromMs: 0, toMs: 0, happenings: [], eventCount: 0, counts: {} };
    await this.#learnNames(store);
    const from = Math.max(fromMs ?? kept.fromMs, kept.fromMs);
    const to = Math.min(toMs ?? at, at);
    const { happenings, counts } = await this.#timelineRange(store, from, to, samples, of);
    return {
      ...common,
      // The amount of data, and the times of checkpoints, describe the whole cluster.
      retained: this.#part === undefined ? kept : { ...kept, bytes: 0, checkpoints: [] },
      fromMs: from,
      toMs: to,
      happenings: happenings.slice(-TIMELINE_EVENTS_SENT),
      eventCount: happenings.length,
      counts,
    };
  }

  async happened(daemonSet: DaemonSetKey): Promise<readonly TimelineEvent[]> {
    const store = this.#store();
    const kept = store.kept();
    if (kept === undefined) return [];
    await this.#learnNames(store);
    const { happenings } = await this.#timelineRange(store, kept.fromMs, this.#clockMs(), 0);
    return happenings.filter((each) => "daemonSet" in each && each.daemonSet === daemonSet);
  }

  async frames(fromMs: number, toMs: number): Promise<HistoryFramesAnswer> {
    const store = this.#checked(fromMs);
    await this.#learnNames(store);
    return this.#moments.inTurn(async () => {
      let start: ClusterState | undefined;
      const frames: Frame[] = [];
      let isMore = false;
      const take = (frame: Frame, before: ClusterState): boolean => {
        if (frame.at <= fromMs) return true;
        start ??= before;
        if (frames.length < FRAMES_SENT) frames.push(frame);
        else isMore = true;
        return !isMore;
      };
      const end = await replayTo(await store.logOf(fromMs, toMs), { fromMs, toMs }, take, this.#part, this.#moments.checkpoints);
      const keyframe = encodeKeyframe(start ?? end.state);
      const last = frames.at(-1);
      if (isMore && last !== undefined) return { keyframe, frames, moreFromMs: last.at };
      const gap = store.kept()?.gaps?.find((each) => each.toMs > fromMs && each.fromMs < toMs);
      return { keyframe, frames, ...(gap === undefined ? {} : { moreFromMs: gap.toMs, unknownFromMs: gap.fromMs }) };
    });
  }

  async pods(pair: LoggedPair, fromMs: number, toMs: number): Promise<readonly WatchedPodHistory[]> {
    const kept = this.#store().kept();
    if (kept === undefined) return [];
    const lastGap = kept.gaps?.findLast((gap) => gap.toMs <= toMs);
    const from = Math.max(fromMs, kept.fromMs, lastGap?.toMs ?? 0);
    if (from > toMs) return [];
    const store = this.#checked(from);
    await this.#learnNames(store);
    return this.#moments.inTurn(async () => podsOfPair(await store.logOf(from, toMs), pair, { fromMs: from, toMs }, this.#part));
  }

  async states(fromMs: number, toMs: number, onState: (state: ClusterState) => void): Promise<void> {
    const store = this.#checked(fromMs);
    await this.#learnNames(store);
    await this.#moments.inTurn(async () => {
      for (let from = fromMs; ; ) {
        await this.#statesWithoutGap(await store.logOf(from, toMs), from, toMs, onState);
        const gap = store.kept()?.gaps?.find((each) => each.toMs > from && each.toMs <= toMs);
        if (gap === undefined) return;
        from = gap.toMs;
      }
    });
  }

  /** Passes the states of a range without gaps. */
  async #statesWithoutGap(log: StoredLog, fromMs: number, toMs: number, onState: (state: ClusterState) => void): Promise<void> {
    let isBegun = false;
    const take = (frame: Frame, before: ClusterState, after: ClusterState): void => {
      if (frame.at < fromMs) return;
      if (!isBegun) onState(before);
      isBegun = true;
      onState(after);
    };
    const { state } = await replayTo(log, { fromMs, toMs }, take, this.#part, this.#moments.checkpoints);
    if (!isBegun) onState(state);
  }

  async recording(
    { fromMs, toMs }: { readonly fromMs?: number | undefined; readonly toMs?: number | undefined },
    anonymise: boolean,
    run = runInARow,
  ): Promise<Buffer> {
    if (this.#part !== undefined)
      throw new ApiFailure(
        403,
        "RecordingOfWhole",
        "A recording is given to who may see the whole cluster, and your own rights cover a part of it: it would keep what they do not cover any more one day.",
      );
    const nowMs = this.#clockMs();
    const kept = this.#store().kept();
    const until = Math.min(toMs ?? nowMs, nowMs);
    // A range that would end in a gap ends at the start of the gap.
    const to = kept?.gaps?.find((gap) => gap.fromMs < until && until < gap.toMs)?.fromMs ?? until;
    // A file holds one log: the last range without a gap.
    const lastGap = kept?.gaps?.findLast((gap) => gap.toMs <= to);
    const from = Math.max(fromMs ?? kept?.fromMs ?? nowMs, lastGap?.toMs ?? 0);
    const store = this.#checked(from);
    return this.#moments.inTurn(async () => {
      const file = await logFileOf(await store.logOf(from, to), from, to, run);
      return anonymise ? anonymizeFile(file, run) : file;
    });
  }

  /** Returns timeline events and counts, reduced to the part. */
  async #timelineRange(store: HistoryStore, fromMs: number, toMs: number, samples: number, of?: string): Promise<TimelineRange> {
    const part = this.#part;
    if (part === undefined) return store.timelineRange(fromMs, toMs, samples, of);
    const isOfAll = of === ALL_DAEMON_SETS;
    const isVisible = isOfAll || of === undefined || part.hasDaemonSet(of);
    const all = await store.timelineRange(
      fromMs,
      toMs,
      isOfAll && samples > 0 ? SAMPLES_LIMIT : isVisible ? samples : 0,
      isOfAll ? undefined : of,
    );
    const counts = Object.fromEntries(Object.entries(all.counts).filter(([key]) => part.hasDaemonSet(key)));
    return {
      happenings: all.happenings.flatMap((each) => part.timelineEvent(each) ?? []),
      counts: isOfAll && samples > 0 ? { [ALL_DAEMON_SETS]: sumCounts(Object.values(counts), fromMs, samples) } : counts,
    };
  }

  /** Gives the part the names that it hides. For removed nodes, only timeline events have them. */
  #learnNames(store: HistoryStore): Promise<void> {
    const part = this.#part;
    const kept = store.kept();
    if (part === undefined || kept === undefined) return Promise.resolve();
    if (this.#learned?.storeName !== store.name) {
      const names = store.timelineRange(kept.fromMs, Number.MAX_SAFE_INTEGER, 0).then(({ happenings }) => part.know(happenings));
      names.catch(() => {
        this.#learned = undefined;
      });
      this.#learned = { storeName: store.name, names };
    }
    return this.#learned.names;
  }

  /**
   * Returns the store if it covers a moment. Throws ApiFailure if the moment is in the future, before the stored range,
   * or in a gap.
   */
  #checked(atMs: number): HistoryStore {
    const nowMs = this.#clockMs();
    if (atMs > nowMs)
      throw new ApiFailure(400, "MomentAhead", `${isoTime(atMs)} is not yet: it is ${isoTime(nowMs)} on the cluster's clock.`);
    const store = this.#store();
    const kept = store.kept();
    if (kept === undefined) throw noHistoryFailure();
    if (atMs < kept.fromMs)
      throw goneFailure("MomentNotKept", `No history of ${isoTime(atMs)}: it begins at ${isoTime(kept.fromMs)}.`, { fromMs: kept.fromMs });
    const gap = kept.gaps?.find(({ fromMs, toMs }) => atMs > fromMs && atMs < toMs);
    if (gap !== undefined)
      throw goneFailure("NotWatched", `Not watched at ${isoTime(atMs)}: no data from ${isoTime(gap.fromMs)} to ${isoTime(gap.toMs)}.`, {
        ...gap,
      });
    return store;
  }

  async #played(store: HistoryStore, atMs: number): Promise<ServedReading> {
    const log = await store.logOf(atMs, atMs);
    const { model, state } = await replayTo(log, { fromMs: atMs, toMs: atMs }, undefined, this.#part, this.#moments.checkpoints);
    // Events in the unreadable part of the log are unknown.
    if (log.tornBytes !== undefined && log.tornBytes > 0 && atMs > state.at)
      throw goneFailure("MomentDamaged", `The history of ${isoTime(atMs)} is damaged: it is readable until ${isoTime(state.at)}.`, {
        toMs: state.at,
      });
    // An answer is for the requested moment. If no required source was live then, it is for the last tick before.
    if (canTimeAdvance(state.sources)) model.at(atMs);
    return {
      reading: model.reading,
      cluster: state.cluster,
      epoch: state.epoch,
      seq: state.seq,
      sources: () => state.sources,
      momentMs: atMs,
    };
  }
}
