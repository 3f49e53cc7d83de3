import { HEARTBEAT_MS } from "@daemonscope/shared/frame";

/** A page says after so long that its server is silent (F6). */
const LIMIT_MS = 2 * HEARTBEAT_MS;
/** So much later at most, so that the browsers behind one network do not all come back at the same moment. */
const SPREAD = 0.1;
/** A message that takes longer than so many times the limit, on a slow line, never comes. */
const MOST_TIMES = 8;

/** The time that it goes by, and chance in [0, 1). */
export interface SilenceTime {
  readonly nowMs: () => number;
  readonly random: () => number;
  readonly after: (ms: number, run: () => void) => { cancel(): void };
}

/** Calls back when a stream that is to bring something, each five seconds a heartbeat at least, brings nothing: something on the way holds it, and its end is never told. Each next stream is given twice as long
 *  until one brings something: what came of a large message on a slow line is lost with its stream. To be told of a sound costs a look at the clock. */
export class StreamSilence {
  readonly #time: SilenceTime;
  readonly #onSilent: () => void;
  readonly #firstMs: number;
  #limitMs: number;
  #sinceMs = 0;
  #timer: { cancel(): void } | undefined;

  constructor(time: SilenceTime, onSilent: () => void) {
    this.#time = time;
    this.#onSilent = onSilent;
    this.#firstMs = LIMIT_MS * (1 + SPREAD * time.random());
    this.#limitMs = this.#firstMs;
  }

  /** A stream is asked for, or there: from now on it may be silent for so long. */
  begin(): void {
    this.#sinceMs = this.#time.nowMs();
    this.#wait(this.#limitMs);
  }

  /** It brought something. */
  heard(): void {
    this.#sinceMs = this.#time.nowMs();
    if (this.#limitMs === this.#firstMs) return;
    this.#limitMs = this.#firstMs;
    this.#wait(this.#limitMs);
  }

  /** There is no stream. */
  end(): void {
    this.#timer?.cancel();
  }

  #wait(ms: number): void {
    this.end();
    this.#timer = this.#time.after(ms, () => {
      const leftMs = this.#sinceMs + this.#limitMs - this.#time.nowMs();
      if (leftMs > 0) return this.#wait(leftMs);
      this.#limitMs = Math.min(2 * this.#limitMs, MOST_TIMES * this.#firstMs);
      this.#onSilent();
    });
  }
}
