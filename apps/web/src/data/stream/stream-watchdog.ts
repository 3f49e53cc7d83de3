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
/**
 * A request for a stream without an answer is replaced after this multiple at most. The kernel repeats its lost packets
 * ever more rarely, up to 32 s apart. One new request every 20 s closes these gaps. More would wait for each other,
 * because a browser has six connections to a server, and one that gets no answer ends after two minutes.
 */
const UNANSWERED_TIMES = 2;
/**
 * The first requests after a silence are replaced sooner. A firewall that forgot the stream forgot the idle connections
 * of the browser too, and each request takes one of these.
 */
const QUICK_TRIES = 2;
const QUICK_MS = 2500;

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
  /** The limit of the present stream. */
  #presentMs = 0;
  #isOpen = false;
  #quickTries = 0;
  #sinceMs = 0;
  #timer: { cancel(): void } | undefined;

  constructor(time: WatchdogTimeout, onSilent: () => void) {
    this.#time = time;
    this.#onSilent = onSilent;
    this.#firstMs = LIMIT_MS * (1 + SPREAD * time.random());
    this.#limitMs = this.#firstMs;
  }

  /** Starts the limit for a stream that is requested or open. */
  begin(isOpen: boolean): void {
    this.#sinceMs = this.#time.nowMs();
    this.#isOpen = isOpen;
    const isQuick = !isOpen && this.#quickTries > 0;
    if (isQuick) this.#quickTries -= 1;
    const limitMs = isOpen ? this.#limitMs : Math.min(this.#limitMs, UNANSWERED_TIMES * this.#firstMs);
    this.#presentMs = isQuick ? QUICK_MS : limitMs;
    this.#wait(this.#presentMs);
  }

  /** Records a received message and resets the limit. */
  recordMessage(): void {
    this.#sinceMs = this.#time.nowMs();
    if (this.#presentMs === this.#firstMs) return;
    this.#limitMs = this.#firstMs;
    this.#presentMs = this.#firstMs;
    this.#wait(this.#presentMs);
  }

  /** Stops the timer, because there is no stream. */
  end(): void {
    this.#timer?.cancel();
  }

  #wait(ms: number): void {
    this.end();
    this.#timer = this.#time.after(ms, () => {
      const leftMs = this.#sinceMs + this.#presentMs - this.#time.nowMs();
      if (leftMs > 0) return this.#wait(leftMs);
      if (this.#presentMs !== QUICK_MS) this.#limitMs = Math.min(2 * this.#limitMs, MAX_TIMES * this.#firstMs);
      if (this.#isOpen) this.#quickTries = QUICK_TRIES;
      this.#onSilent();
    });
  }
}
