import type { Timers } from "../flow-control/clock.ts";
import type { Transport } from "./transport.ts";

/** The shortest wait until the next check, while the transport is paused. */
const MIN_WAIT_MS = 10;

/** Timers that stop while the transport is paused, so that a pause is not a timeout. */
export function pauseAwareTimers({ pausedMs }: Pick<Transport, "pausedMs">, timers: Timers): Timers {
  return pausedMs === undefined ? timers : { ...timers, elapsedMs: () => timers.elapsedMs() - pausedMs() };
}

/** An idle timeout: calls back once when nothing arrived for the limit. `restart` only reads the clock: when the
 *  timer fires, it checks whether data arrived. */
export class IdleTimeout {
  readonly #timers: Timers;
  readonly #onSilent: () => void;
  #limitMs: number;
  #lastReceivedAtMs: number;
  #timer: { cancel(): void };

  constructor(timers: Timers, limitMs: number, onSilent: () => void) {
    this.#timers = timers;
    this.#limitMs = limitMs;
    this.#onSilent = onSilent;
    this.#lastReceivedAtMs = timers.elapsedMs();
    this.#timer = this.#armed(limitMs);
  }

  /** Call when data arrives. Restarts the timeout with `limitMs`. */
  restart(limitMs: number): void {
    this.#lastReceivedAtMs = this.#timers.elapsedMs();
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
      const leftMs = this.#lastReceivedAtMs + this.#limitMs - this.#timers.elapsedMs();
      if (leftMs <= 0) this.#onSilent();
      else this.#timer = this.#armed(Math.max(leftMs, MIN_WAIT_MS));
    });
  }
}
