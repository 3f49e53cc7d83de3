import type { Timers } from "../clock.ts";
import { LastCheckpoint } from "../log/play-to.ts";
import type { ServedReading } from "./served-reading.ts";

/** Moments that are kept once they were asked for, for a page asks several questions of each: at most so many, of so many pods together, and no longer than this after the last
 *  question. The checkpoint that was played from last is kept as long: the next moment is often near. */
const MOMENTS_KEPT = 3;
const PODS_KEPT = 40_000;
const KEPT_FOR_MS = 60_000;

/** What was played of a cluster's past, whoever asked. At most one thing is played at a time: each takes as much memory as the cluster does. */
export class PlayedMoments {
  readonly checkpoints = new LastCheckpoint();
  readonly #timers: Timers;
  /** Of the moments that were played, by name. */
  readonly #pods = new Map<string, number>();
  readonly #moments = new Map<string, Promise<ServedReading>>();
  #forget: { cancel(): void } | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** The moment of this name; played where it is not kept. */
  moment(name: string, play: () => Promise<ServedReading>): Promise<ServedReading> {
    this.#keepForAWhile();
    const known = this.#moments.get(name);
    if (known !== undefined) return known;
    const made = this.inTurn(() => {
      this.#makeRoom();
      return play();
    });
    this.#moments.set(name, made);
    made.catch(() => this.#moments.delete(name));
    made.then(({ reading }) => this.#pods.set(name, reading.podCount)).catch(() => undefined);
    return made;
  }

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

  #forgetAll(): void {
    this.#moments.clear();
    this.#pods.clear();
    this.checkpoints.forget();
  }
}
