import type { DaemonSetCounts } from "@daemonscope/kube/objects";

type CountField = keyof DaemonSetCounts;

interface Lag {
  readonly reported: number;
  readonly sinceMs: number | undefined;
}

/** The memory as plain data. */
export type SavedLags = readonly (readonly [field: CountField, lag: Lag])[];

/** Remembers since when each number of a status is unchanged while the derived one differs (rule C10): the API keeps
 *  no time for it. */
export class LagTracker {
  readonly #lags: Map<CountField, Lag>;

  constructor(saved: SavedLags = []) {
    this.#lags = new Map(saved);
  }

  get saved(): SavedLags {
    return [...this.#lags];
  }

  /** Records the reported value of a field, and returns since when it was seen unchanged and different from the
   *  derived one. `nowMs` is undefined before `beginMarks`. */
  record(field: CountField, reported: number, derived: number, nowMs: number | undefined): number | undefined {
    if (reported === derived) {
      this.#lags.delete(field);
      return undefined;
    }
    const known = this.#lags.get(field);
    if (known?.reported === reported) return known.sinceMs;
    this.#lags.set(field, { reported, sinceMs: nowMs });
    return nowMs;
  }
}
