import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { ClusterClock, Timers } from "../flow-control/clock.ts";
import { sleep } from "../flow-control/retry-policy.ts";
import { KubeRequestError } from "../http/request-error.ts";
import type { Transport } from "../http/transport.ts";

const TIMEOUT_MS = 2000;
const INTERVAL_MS = 60_000;
/** A difference within this limit may come from the whole seconds of the header and from a slow answer. */
const TOLERATED_MS = 1000;
/** The header has whole seconds. */
const SECOND_MS = 1000;

/** Returns how far a server's clock is ahead of the local one, in milliseconds; negative if it is behind. The
 *  inputs are the `Date` of an answer and the local times of request and answer; the result is the middle of the
 *  possible range. Returns 0 if the difference may be less than a second, and without a valid date. */
export function clockOffsetMs(date: string | undefined, requestedAtMs: number, receivedAtMs: number): number {
  const dateMs = Date.parse(date ?? "");
  if (Number.isNaN(dateMs)) return 0;
  const minMs = dateMs - receivedAtMs;
  const maxMs = dateMs + SECOND_MS - requestedAtMs;
  if (minMs < TOLERATED_MS && maxMs > -TOLERATED_MS) return 0;
  return Math.round((minMs + maxMs) / 2);
}

interface ServerClockOptions {
  readonly transport: Transport;
  readonly wallNowMs: () => number;
  readonly timers: Timers;
  /** Called when the local clock differs from the server's by more than two seconds. The sentence has no full
   *  stop. */
  readonly onDifference: (text: string) => void;
}

/** The API server's clock, for a process whose own clock may be wrong. Times from the cluster, and from several
 *  machines about it, then use one clock. Between two answers it adds elapsed time, so that a change of the wall
 *  clock has no effect. */
export class ServerClock implements ClusterClock {
  readonly rate = 1;
  readonly #options: ServerClockOptions;
  /** The server's time minus the elapsed time. */
  #offsetMs: number;
  #wasWrong = false;

  constructor(options: ServerClockOptions) {
    this.#options = options;
    this.#offsetMs = options.wallNowMs() - options.timers.elapsedMs();
  }

  nowMs(): number {
    return Math.floor(this.#offsetMs + this.#options.timers.elapsedMs());
  }

  after(delayMs: number, callback: () => void): { cancel(): void } {
    return this.#options.timers.after(delayMs, callback);
  }

  /** Requests the server's time. Returns true if the server answered with a status below 500. */
  async set(signal: AbortSignal): Promise<boolean> {
    const requestedAtMs = this.nowMs();
    try {
      const answer = await this.#options.transport.get("/version", {}, { signal, headersTimeoutMs: TIMEOUT_MS });
      this.#offsetMs += clockOffsetMs(answer.body.headers.date, requestedAtMs, this.nowMs());
      answer.destroy();
      this.#compare();
      return true;
    } catch (error) {
      if (!(error instanceof KubeRequestError)) throw error;
      // A refusal is an answer too: a user without access to the version may read the rest.
      return error.httpStatus !== undefined && error.httpStatus < 500;
    }
  }

  /** Repeats the request until the signal aborts. */
  async keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(INTERVAL_MS, signal, this.#options.timers);
      if (!signal.aborted) await this.set(signal);
    }
  }

  #compare(): void {
    const aheadMs = this.#options.wallNowMs() - this.nowMs();
    const isWrong = Math.abs(aheadMs) > 2 * SECOND_MS;
    if (isWrong && !this.#wasWrong) {
      const difference = `${humanDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"}`;
      this.#options.onDifference(`the clock of this machine is ${difference} that of the API server, which is used`);
    }
    this.#wasWrong = isWrong;
  }
}
