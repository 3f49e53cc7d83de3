import type { Timers } from "../clock.ts";

/** Stands between what is heard of a cluster and its model: while a tick goes on in parts it is shut, and what comes waits for the end of it, in its order. So a tick in parts leads to what one in a
 *  row would, and whoever plays the log makes the same of it (L1). */
export class InputGate {
  #waiting: (() => void)[] | undefined;

  get isShut(): boolean {
    return this.#waiting !== undefined;
  }

  /** Tells the model something: at once, or when the gate is open. */
  pass(tell: () => void): void {
    if (this.#waiting === undefined) tell();
    else this.#waiting.push(tell);
  }

  shut(): void {
    this.#waiting ??= [];
  }

  /** Lets in what waits, until a time of the timers and at least one; true when all of it is in, and the gate open. */
  openUntil(untilMs: number, timers: Pick<Timers, "elapsedMs">): boolean {
    const waiting = this.#waiting ?? [];
    let at = 0;
    do waiting[at++]?.();
    while (at < waiting.length && timers.elapsedMs() <= untilMs);
    this.#waiting = at < waiting.length ? waiting.slice(at) : undefined;
    return this.#waiting === undefined;
  }
}
