import type { Timers } from "../clock.ts";

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
      else this.#timer = this.#armed(leftMs);
    });
  }
}
