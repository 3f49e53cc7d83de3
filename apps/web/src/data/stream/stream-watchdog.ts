import { HEARTBEAT_MS } from "@daemonscope/shared/state/frame";

/** After this time a page reports the server as silent (F6). */
const LIMIT_MS = 2 * HEARTBEAT_MS;
/**
 * The largest random part that is added to the limit. The browsers behind one network then do not reconnect at the same
 * moment.
 */
const SPREAD = 0.1;
/** The limit never exceeds this multiple. On a slow line, a message that takes longer never arrives. */
const MAX_TIMES = 8;

/** A clock, timers, and a random number in [0, 1). */
export interface WatchdogTimeout {
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly after: (ms: number, run: () => void) => { cancel(): void };
}

/**
 * Calls back if a stream delivers nothing, although the server sends a heartbeat at least every five seconds. Something
 * on the network path then holds the stream, and its end is never reported. Each next stream gets twice the limit until
 * one delivers. A large message on a slow line is lost with its stream. A received message costs one read of the clock.
 */
export class StreamWatchdog {
  readonly #time: WatchdogTimeout;
  readonly #onSilent: () => void;
  readonly #firstMs: number;
  #limitMs: number;
  #sinceMs = 0;
  #timer: { cancel(): void } | undefined;

  constructor(time: WatchdogTimeout, onSilent: () => void) {
    this.#time = time;
    this.#onSilent = onSilent;
    this.#firstMs = LIMIT_MS * (1 + SPREAD * time.random());
    this.#limitMs = this.#firstMs;
  }

  /** Starts the limit for a stream that is requested or open. */
  begin(): void {
    this.#sinceMs = this.#time.nowMs();
    this.#wait(this.#limitMs);
  }

  /** Records a received message and resets the limit. */
  recordMessage(): void {
    this.#sinceMs = this.#time.nowMs();
    if (this.#limitMs === this.#firstMs) return;
    this.#limitMs = this.#firstMs;
    this.#wait(this.#limitMs);
  }

  /** Stops the timer, because there is no stream. */
  end(): void {
    this.#timer?.cancel();
  }

  #wait(ms: number): void {
    this.end();
    this.#timer = this.#time.after(ms, () => {
      const leftMs = this.#sinceMs + this.#limitMs - this.#time.nowMs();
      if (leftMs > 0) return this.#wait(leftMs);
      this.#limitMs = Math.min(2 * this.#limitMs, MAX_TIMES * this.#firstMs);
      this.#onSilent();
    });
  }
}
