import type { Timers } from "../clock.ts";
import { Pressure } from "../cluster/pressure.ts";

/** Stands between what is heard of a cluster and its model: while a tick goes on in parts it is shut, and what comes waits for the end of it, in its order. So a tick in parts leads to what one in a
 *  row would, and whoever plays the log makes the same of it (L1). How much waits, whoever reads is told by its pressure. */
export class InputGate {
  readonly pressure: Pressure;
  #waiting: (() => void)[] | undefined;
  /** So many came since it was opened a part; undefined before that. */
  #cameSince: number | undefined;

  /** `pressure`: of several gates that take in what is read at one place. */
  constructor(pressure = new Pressure()) {
    this.pressure = pressure;
  }

  get isShut(): boolean {
    return this.#waiting !== undefined;
  }

  /** Tells the model something: at once, and then throws what `tell` throws, or when the gate is open, and then `onLateFailure` hears of that: whoever told it is gone, and the others wait still. */
  pass(tell: () => void, onLateFailure?: (cause: unknown) => void): void {
    if (this.#waiting === undefined) tell();
    else {
      this.#waiting.push(onLateFailure === undefined ? tell : () => attempted(tell, onLateFailure));
      this.pressure.rise();
      if (this.#cameSince !== undefined) this.#cameSince++;
    }
  }

  shut(): void {
    this.#waiting ??= [];
  }

  /** Lets in what waits, until a time of the timers and at least one; true when all of it is in, and the gate open. Twice as many as came since the last time are let in however long that takes:
   *  a flood that brings more in a turn than is let in would never end the tick, nor answer who waits for it. */
  openUntil(untilMs: number, timers: Pick<Timers, "elapsedMs">): boolean {
    const waiting = this.#waiting ?? [];
    const least = 2 * (this.#cameSince ?? 0);
    this.#cameSince = 0;
    let at = 0;
    do waiting[at++]?.();
    while (at < waiting.length && (at < least || timers.elapsedMs() <= untilMs));
    const letIn = Math.min(at, waiting.length);
    this.#waiting = at < waiting.length ? waiting.slice(at) : undefined;
    if (this.#waiting === undefined) this.#cameSince = undefined;
    this.pressure.fall(letIn);
    return this.#waiting === undefined;
  }

  /** Nobody is told of what waits any more. */
  forget(): void {
    const waiting = this.#waiting?.length ?? 0;
    this.#waiting = undefined;
    this.pressure.fall(waiting);
  }
}

function attempted(tell: () => void, onFailure: (cause: unknown) => void): void {
  try {
    tell();
  } catch (cause) {
    onFailure(cause);
  }
}
