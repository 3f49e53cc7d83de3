import type { HistoryAnswer, HistoryProblem, KeptHistory } from "@daemonscope/shared/http/history";
import type { StoredLog } from "../log/segment.ts";

/** The timeline events in a range, and a limited number of counts per DaemonSet. */
export type TimelineRange = Pick<HistoryAnswer, "happenings" | "counts">;

/** A history store: in memory, in a file, in a folder or in a stream of an engine. */
export interface HistoryStore {
  /** Names the cluster and the run. The same time of another run is another moment. */
  readonly name: string;
  /** The range of the history; undefined while nothing is kept. */
  kept(): KeptHistory | undefined;
  /** The reason why writes fail; undefined while they succeed. */
  problem?(): HistoryProblem | undefined;
  /**
   * Returns the log that holds `fromMs`. It can be read from the last checkpoint at or before `fromMs` until `toMs`, or
   * until the log ends.
   */
  logOf(fromMs: number, toMs: number): Promise<StoredLog>;
  /** `of`: the DaemonSet of the counts; default: each DaemonSet. */
  timelineRange(fromMs: number, toMs: number, samples: number, of?: string): Promise<TimelineRange>;
}

/** Returns a store with one log, which each call looks up again. */
export function historyStoreOf(log: () => StoredLog | undefined): HistoryStore {
  const currentLog = () => {
    const current = log();
    if (current === undefined) throw new Error("no log is kept");
    return current;
  };
  return {
    get name() {
      return log()?.header.log ?? "";
    },
    kept() {
      const current = log();
      if (current === undefined) return undefined;
      const { segments, bytes, maxBytes } = current;
      const whole = segments.filter(({ isWhole }) => isWhole);
      const [first] = whole;
      const last = segments.at(-1);
      if (first === undefined || last === undefined) return undefined;
      return {
        fromMs: first.fromMs,
        toMs: Math.max(last.toMs, first.fromMs),
        bytes,
        maxBytes,
        checkpoints: whole.map(({ fromMs }) => fromMs),
      };
    },
    async logOf() {
      await currentLog().caughtUp?.();
      return currentLog();
    },
    timelineRange(fromMs, toMs, samples, of) {
      const { timeline } = currentLog();
      return Promise.resolve({ happenings: timeline.between(fromMs, toMs), counts: timeline.counts(fromMs, toMs, samples, of) });
    },
  };
}
