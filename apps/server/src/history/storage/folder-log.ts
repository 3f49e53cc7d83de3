import type { ClusterEvent } from "@daemonscope/daemonset/model/cluster-event";
import type { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { PodStatusChange } from "@daemonscope/daemonset/pods/healthy-pod";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { HistoryAnswer, HistoryProblem, KeptHistory } from "@daemonscope/shared/http/history";
import type { EventObserver, StatusObserver } from "../../feed/event-observer.ts";
import type { CompletedTick, FrameObserver, SliceScheduler } from "../../frames/frame-source.ts";
import { errorCode } from "../../platform/failure/error-code.ts";
import { runDetached } from "../../platform/run-detached.ts";
import type { LogHeader } from "../log/log-entry.ts";
import { LogWriter } from "../log/log-writer.ts";
import type { StoredLog } from "../log/segment.ts";
import { FILE_NAME_RESOLUTION_MS, type HistoryFolder, type WatchedSpan } from "./history-folder.ts";
import type { HistoryStore, TimelineRange } from "./history-store.ts";

/** The delay before a retry, after a write to the folder failed. */
const RETRY_MS = 60_000;
/** Interval at which the limits of the folder are enforced. */
const ENFORCE_MS = 60_000;

interface FolderLogOptions {
  readonly folder: HistoryFolder;
  readonly header: LogHeader;
  readonly model: ClusterModel;
  readonly timers: Timers;
  /** On the cluster's clock. */
  readonly nowMs: () => number;
  /** Returns the name of a new run: random, 12 hex digits. */
  readonly newRun: () => string;
  /** Called each time that writes to the folder start to fail. */
  readonly onProblem: (text: string) => void;
  /** As in LogWriter. */
  readonly checkpointCost?: number;
}

interface Run {
  readonly name: string;
  readonly writer: LogWriter;
  readonly store: ReturnType<HistoryFolder["storeOf"]>;
}

/**
 * Writes to a folder and reads from it. The writer holds the open segments, and the folder all earlier ones. If writes
 * to the folder fail, live data continues, and a new run begins once the folder is writable again.
 */
export class FolderLog implements FrameObserver, EventObserver, StatusObserver, HistoryStore {
  readonly #options: FolderLogOptions;
  #run: Run | undefined;
  readonly #broken = new Set<string>();
  #problem: HistoryProblem | undefined;
  #timer: { cancel(): void } | undefined;
  #enforcing: { cancel(): void } | undefined;

  constructor(options: FolderLogOptions) {
    this.#options = options;
    this.#begin();
    this.#enforceLater();
  }

  get name(): string {
    return this.#options.header.log;
  }

  before(input: ClusterEvent): void {
    this.#run?.writer.before(input);
  }

  noteStatus(nowMs: number, change: PodStatusChange): void {
    this.#run?.writer.noteStatus(nowMs, change);
  }

  note(nowMs: number, input: ClusterEvent): void {
    this.#run?.writer.note(nowMs, input);
  }

  beganMarks(nowMs: number): void {
    this.#run?.writer.beganMarks(nowMs);
  }

  hashed(seq: number, hash: string): void {
    this.#run?.writer.hashed(seq, hash);
  }

  ticked(tick: CompletedTick, later?: SliceScheduler): void {
    this.#run?.writer.ticked(tick, later);
  }

  dateNextTick(): void {
    this.#run?.writer.dateNextTick();
  }

  async flush(): Promise<void> {
    await this.#run?.writer.flush();
  }

  /**
   * Closes the segments with their index, so that the next start does not replay them. Deletes those before the first
   * whole one.
   */
  async close(): Promise<void> {
    this.#timer?.cancel();
    this.#enforcing?.cancel();
    const run = this.#run;
    this.#run = undefined;
    const { folder } = this.#options;
    if (run !== undefined) {
      const { writer, name, store } = run;
      await writer.flush();
      const { segments, timeline } = writer;
      const first = segments.findIndex(({ isWhole }) => isWhole);
      for (const [at, segment] of segments.entries()) {
        const next = segments[at + 1];
        if (first === -1 || at < first) folder.discard(name, segment);
        else folder.closeSegment(name, segment, { untilMs: next?.fromMs ?? segment.toMs, isLast: next === undefined }, timeline);
      }
      await store.close();
    }
    await folder.close();
  }

  kept(): KeptHistory | undefined {
    const { folder, nowMs } = this.#options;
    const open = this.#openSpan();
    const spans = [...folder.spans, ...(open === undefined ? [] : [open])];
    const [first] = spans;
    const last = spans.at(-1);
    if (first === undefined || last === undefined) return undefined;
    const gaps = spans
      .slice(1)
      .map((span, at) => ({ fromMs: spans[at]?.toMs ?? 0, toMs: span.fromMs }))
      .concat(open === undefined ? [{ fromMs: last.toMs, toMs: Math.floor(nowMs()) + 1 }] : [])
      .filter(({ fromMs, toMs }) => toMs > fromMs + FILE_NAME_RESOLUTION_MS);
    return {
      fromMs: first.fromMs,
      toMs: last.toMs,
      bytes: folder.bytes + (this.#run?.writer.bytes ?? 0),
      maxBytes: folder.limits.maxBytes,
      checkpoints: [...folder.checkpoints, ...this.#openCheckpoints()],
      ...(gaps.length === 0 ? {} : { gaps }),
    };
  }

  problem(): HistoryProblem | undefined {
    return this.#openSpan() === undefined ? this.#problem : undefined;
  }

  async logOf(fromMs: number, toMs: number): Promise<StoredLog> {
    await this.#run?.writer.caughtUp();
    const run = this.#run;
    if (run?.writer.segments.some((each) => each.isWhole && each.fromMs <= fromMs) === true) return run.writer;
    // A copy, because segments that the writer closes meanwhile are not read from the folder.
    const open = run && {
      openText: run.writer.openText,
      segments: run.writer.segments.map((each) => ({ ...each, blocks: [...each.blocks] })),
    };
    const found = await this.#options.folder.load(fromMs, toMs);
    if (found === undefined) throw new Error("nothing whole is kept of that time");
    const { log } = found;
    if (open === undefined || found.run !== run?.name || (log.tornBytes ?? 0) > 0) return log;
    return { ...log, ...open, segments: [...log.segments, ...open.segments] };
  }

  async timelineRange(fromMs: number, toMs: number, samples: number, of?: string): Promise<TimelineRange> {
    const timeline = await this.#options.folder.timelineBetween(fromMs, toMs);
    const open = this.#run?.writer.timeline;
    if (open !== undefined) timeline.add(open.part(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY));
    const counts: HistoryAnswer["counts"] = timeline.counts(fromMs, toMs, samples, of);
    return { happenings: timeline.between(fromMs, toMs), counts };
  }

  #openCheckpoints(): readonly number[] {
    return (this.#run?.writer.segments ?? []).filter(({ isWhole }) => isWhole).map(({ fromMs }) => fromMs);
  }

  #openSpan(): WatchedSpan | undefined {
    const [fromMs] = this.#openCheckpoints();
    const run = this.#run;
    if (run === undefined || fromMs === undefined) return undefined;
    return { run: run.name, fromMs, toMs: Math.max(fromMs, run.writer.segments.at(-1)?.toMs ?? fromMs) };
  }

  /** Closes the segments that were written before a run failed, as soon as they can be read. */
  async #recover(): Promise<void> {
    for (const name of this.#broken)
      try {
        await this.#options.folder.recover(name);
        this.#broken.delete(name);
      } catch {
        // The next run and the next start try again.
      }
  }

  #begin(): void {
    runDetached(this.#recover());
    const { folder, header, model, newRun, checkpointCost } = this.#options;
    const name = newRun();
    const store = folder.storeOf(name);
    const writer = new LogWriter({
      header,
      model,
      store,
      // The folder keeps the segments that the writer releases.
      maxBytes: 0,
      ...(checkpointCost === undefined ? {} : { checkpointCost }),
      onBroken: (error) => runDetached(this.#break(name, error)),
    });
    this.#run = { name, writer, store };
  }

  async #break(name: string, error: unknown): Promise<void> {
    const { folder, nowMs, timers, onProblem } = this.#options;
    const run = this.#run;
    if (run?.name !== name) return;
    const wasKept = this.#openCheckpoints().length > 0;
    this.#run = undefined;
    if (this.#problem === undefined || wasKept) {
      const code = errorCode(error);
      this.#problem = { sinceMs: nowMs(), folder: folder.folder, code };
      onProblem(`The history in ${folder.folder} cannot be written (${code}): live data continue, and writing is retried each minute.`);
    }
    this.#timer = timers.after(RETRY_MS, () => this.#begin());
    this.#broken.add(name);
    await run.store.close();
    await this.#recover();
  }

  #enforceLater(): void {
    const { folder, nowMs, timers } = this.#options;
    this.#enforcing = timers.after(ENFORCE_MS, () => {
      folder.enforce(nowMs(), this.#run?.writer.bytes ?? 0);
      this.#enforceLater();
    });
  }
}
