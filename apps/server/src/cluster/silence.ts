import type { Timers } from "../clock.ts";
import type { Transport } from "./transport.ts";

/** While what is heard is held back by us, so long at least until it is looked at again. */
const LEAST_WAIT_MS = 10;

/** Timers by which what is held is not silent: their time stands while nothing is read of a transport. */
export function readingTimers({ heldMs }: Pick<Transport, "heldMs">, timers: Timers): Timers {
  return heldMs === undefined ? timers : { ...timers, elapsedMs: () => timers.elapsedMs() - heldMs() };
}

/** Calls back once when nothing was heard for so long. To be told of a sound costs a look at the clock: the timer that runs finds out when it is due whether there was one. */
export class Silence {
  readonly #timers: Timers;
  readonly #onSilent: () => void;
  #limitMs: number;
  #heardAtMs: number;
  #timer: { cancel(): void };

  constructor(timers: Timers, limitMs: number, onSilent: () => void) {
    this.#timers = timers;
    this.#limitMs = limitMs;
    this.#onSilent = onSilent;
    this.#heardAtMs = timers.elapsedMs();
    this.#timer = this.#armed(limitMs);
  }

  /** Something came; from here on it may be silent for `limitMs`. */
  heard(limitMs: number): void {
    this.#heardAtMs = this.#timers.elapsedMs();
    if (limitMs === this.#limitMs) return;
    this.#limitMs = limitMs;
    this.#timer.cancel();
    this.#timer = this.#armed(limitMs);
  }

  cancel(): void {
    this.#timer.cancel();
  }

  #armed(delayMs: number): { cancel(): void } {
    return this.#timers.after(delayMs, () => {
      const leftMs = this.#heardAtMs + this.#limitMs - this.#timers.elapsedMs();
      if (leftMs <= 0) this.#onSilent();
      else this.#timer = this.#armed(Math.max(leftMs, LEAST_WAIT_MS));
    });
  }
}
