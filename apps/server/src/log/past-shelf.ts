import type { HistoryAnswer, HistoryProblem, KeptHistory } from "@daemonscope/shared/http/history";
import type { KeptLog } from "./segment.ts";

/** What happened in a range, and counts, at most so many of a DaemonSet. */
export type Told = Pick<HistoryAnswer, "happenings" | "counts">;

/** Where a past is kept: in memory, in a file, in a folder. */
export interface PastShelf {
  /** Of which cluster and run it is: a moment of another is another. */
  readonly name: string;
  /** How far back it goes; undefined while nothing is kept. */
  kept(): KeptHistory | undefined;
  /** Why nothing more is kept; undefined while all is well. */
  problem?(): HistoryProblem | undefined;
  /** The log that holds a moment, readable from the checkpoint before it until `toMs`, or until that log ends. */
  logOf(fromMs: number, toMs: number): Promise<KeptLog>;
  /** `of`: whose counts; left out, each DaemonSet's. */
  told(fromMs: number, toMs: number, samples: number, of?: string): Promise<Told>;
}

/** A shelf with one log, as it is now. */
export function shelfOf(log: () => KeptLog | undefined): PastShelf {
  const logNow = () => {
    const now = log();
    if (now === undefined) throw new Error("no log is kept");
    return now;
  };
  return {
    get name() {
      return log()?.header.log ?? "";
    },
    kept() {
      const now = log();
      if (now === undefined) return undefined;
      const { segments, bytes, maxBytes } = now;
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
      await logNow().caughtUp?.();
      return logNow();
    },
    told(fromMs, toMs, samples, of) {
      const { happenings } = logNow();
      return Promise.resolve({ happenings: happenings.between(fromMs, toMs), counts: happenings.counts(fromMs, toMs, samples, of) });
    },
  };
}
