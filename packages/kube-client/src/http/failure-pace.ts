import type { Timers } from "../flow-control/clock.ts";
import { KubeRequestError } from "./request-error.ts";

/** This number of requests may fail before the others wait. A restart of the API server cuts all watches at once. */
const BURST = 10;
/** Below this number of tokens each request takes a token before it is sent. */
const LOW = BURST / 2;
const PER_SECOND = 2;
/** Limit of the waiting requests. A further request fails. */
const MAX_WAITING = 50;

/** A request that may be sent. Without a call the outcome is unknown. */
interface Turn {
  /** The answer is complete, or a watch is open for a moment. Ignored after `failed`. */
  succeeded(): void;
  /** The server was reached, and the answer failed. Only the first call counts. */
  failed(): void;
}

interface Waiting {
  readonly go: () => void;
}

/** Limits the requests of all clients of one API server together while its answers fail: at most 2 a second after
 *  a burst of 10. Requests that succeed are not limited. A token bucket of failures: a failed request takes a
 *  token. While few tokens are left, each request takes one before it is sent, and a success returns it. */
export class FailurePace {
  readonly #timers: Pick<Timers, "after" | "elapsedMs">;
  #tokens = BURST;
  #atMs: number;
  readonly #waiting = new Set<Waiting>();
  #timer: { cancel(): void } | undefined;

  constructor(timers: Pick<Timers, "after" | "elapsedMs">) {
    this.#timers = timers;
    this.#atMs = timers.elapsedMs();
  }

  /** Waits until the request may be sent. With `isUrgent` it is sent at once, and the others wait longer: for a
   *  probe, and for a write that must not be late. Throws KubeRequestError when the signal aborts, and when too
   *  many requests wait. */
  async turn(what: string, isUrgent: boolean, signal?: AbortSignal): Promise<Turn> {
    this.#refill();
    if (this.#tokens >= LOW && this.#waiting.size === 0) return this.#turnOf(false);
    if (!isUrgent && (this.#tokens < 1 || this.#waiting.size > 0)) await this.#wait(what, signal);
    else this.#tokens--;
    return this.#turnOf(true);
  }

  #turnOf(isPaid: boolean): Turn {
    let holdsToken = isPaid;
    let hasFailed = false;
    return {
      succeeded: () => {
        if (holdsToken) this.#add(1);
        holdsToken = false;
      },
      failed: () => {
        if (!hasFailed && !holdsToken) this.#tokens = Math.max(0, this.#tokens - 1);
        hasFailed = true;
        holdsToken = false;
      },
    };
  }

  #wait(what: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#waiting.size >= MAX_WAITING)
      throw new KubeRequestError(
        "tooMany",
        `${what}: not sent, because the API server breaks its answers off and ${MAX_WAITING} requests wait`,
      );
    return new Promise((done, failed) => {
      const end = () => {
        this.#waiting.delete(waiting);
        failed(new KubeRequestError("aborted", `${what}: given up`));
      };
      const waiting: Waiting = {
        go: () => {
          signal?.removeEventListener("abort", end);
          done();
        },
      };
      if (signal?.aborted === true) return end();
      signal?.addEventListener("abort", end, { once: true });
      this.#waiting.add(waiting);
      this.#arm();
    });
  }

  #refill(): void {
    const nowMs = this.#timers.elapsedMs();
    this.#tokens = Math.min(BURST, this.#tokens + ((nowMs - this.#atMs) / 1000) * PER_SECOND);
    this.#atMs = nowMs;
  }

  #add(tokens: number): void {
    this.#tokens = Math.min(BURST, this.#tokens + tokens);
    this.#release();
  }

  /** Releases waiting requests in order of arrival, one per token. */
  #release(): void {
    this.#refill();
    for (const waiting of this.#waiting) {
      if (this.#tokens < 1) break;
      this.#tokens--;
      this.#waiting.delete(waiting);
      waiting.go();
    }
    this.#arm();
  }

  #arm(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    if (this.#waiting.size === 0) return;
    const waitMs = Math.max(1, Math.ceil(((1 - this.#tokens) / PER_SECOND) * 1000));
    this.#timer = this.#timers.after(waitMs, () => this.#release());
  }
}
