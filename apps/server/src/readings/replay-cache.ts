import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { CheckpointCursor } from "../history/replay/replay-to.ts";
import type { ServedReading } from "./served-reading.ts";

/**
 * Limits of the moment cache: number of moments, their pods together, and the time since the last request. Moments are
 * cached because a page sends several requests for each. The last checkpoint is cached for the same time, because the
 * next moment is often near.
 */
const MOMENTS_KEPT = 3;
const PODS_KEPT = 40_000;
const KEPT_FOR_MS = 60_000;

/**
 * Caches replayed moments of a cluster for all users. Runs one replay at a time, because each takes as much memory as
 * the cluster.
 */
export class ReplayCache {
  readonly checkpoints = new CheckpointCursor();
  readonly #timers: Timers;
  /** Pod counts of the cached moments, by name. */
  readonly #pods = new Map<string, number>();
  readonly #moments = new Map<string, Promise<ServedReading>>();
  #forget: { cancel(): void } | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Returns the moment with this name; replays it if it is not cached. */
  moment(name: string, replayMoment: () => Promise<ServedReading>): Promise<ServedReading> {
    this.#keepForAWhile();
    const cached = this.#moments.get(name);
    if (cached !== undefined) return cached;
    const replay = this.inTurn(() => {
      this.#makeRoom();
      return replayMoment();
    });
    this.#moments.set(name, replay);
    replay.catch(() => this.#moments.delete(name));
    replay.then(({ reading }) => this.#pods.set(name, reading.podCount)).catch(() => undefined);
    return replay;
  }

  /** Runs work after all earlier work. Returns its result. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#keepForAWhile();
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #keepForAWhile(): void {
    this.#forget?.cancel();
    this.#forget = this.#timers.after(KEPT_FOR_MS, () => this.#forgetAll());
  }

  /** Evicts moments until one more of the size of the last one fits. */
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

  #forgetAll(): void {
    this.#moments.clear();
    this.#pods.clear();
    this.checkpoints.forget();
  }
}
