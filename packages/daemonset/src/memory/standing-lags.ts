import type { DaemonSetCounts } from "@daemonscope/kube/objects";

type CountField = keyof DaemonSetCounts;

interface Lag {
  readonly reported: number;
  readonly sinceMs: number | undefined;
}

/** What it remembers, as plain data. */
export type SavedLags = readonly (readonly [field: CountField, lag: Lag])[];

/** Remembers since when each number of a status stands as it is while ours is another (rule C10): the API keeps no time of it. */
export class StandingLagMemory {
  readonly #lags: Map<CountField, Lag>;

  constructor(saved: SavedLags = []) {
    this.#lags = new Map(saved);
  }

  get saved(): SavedLags {
    return [...this.#lags];
  }

  /** Notes what the status says of a field, and gives since when it was seen to stand there without being ours. `nowMs` is undefined while nothing is remembered yet. */
  look(field: CountField, reported: number, derived: number, nowMs: number | undefined): number | undefined {
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
