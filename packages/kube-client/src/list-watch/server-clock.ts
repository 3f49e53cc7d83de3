import { humanDuration } from "@daemonscope/kube/values/human-duration";
import type { ClusterClock, Timers } from "../flow-control/clock.ts";
import { sleep } from "../flow-control/retry-policy.ts";
import { KubeRequestError } from "../http/request-error.ts";
import type { Transport } from "../http/transport.ts";

const PATIENCE_MS = 2000;
const AGAIN_MS = 60_000;
/** A difference within this limit may come from the whole seconds of the header and from a slow answer. */
const TOLERATED_MS = 1000;
/** The header has whole seconds. */
const SECOND_MS = 1000;

/** Returns how far a server's clock is ahead of the local one, in milliseconds; negative if it is behind. The
 *  inputs are the `Date` of an answer and the local times of request and answer; the result is the middle of the
 *  possible range. Returns 0 if the difference may be less than a second, and without a valid date. */
export function clockOffsetMs(date: string | undefined, askedAtMs: number, cameAtMs: number): number {
  const dateMs = Date.parse(date ?? "");
  if (Number.isNaN(dateMs)) return 0;
  const leastMs = dateMs - cameAtMs;
  const mostMs = dateMs + SECOND_MS - askedAtMs;
  if (leastMs < TOLERATED_MS && mostMs > -TOLERATED_MS) return 0;
  return Math.round((leastMs + mostMs) / 2);
}

export interface ServerClockOptions {
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
  #sinceMs: number;
  #wasWrong = false;

  constructor(options: ServerClockOptions) {
    this.#options = options;
    this.#sinceMs = options.wallNowMs() - options.timers.elapsedMs();
  }

  nowMs(): number {
    return Math.floor(this.#sinceMs + this.#options.timers.elapsedMs());
  }

  after(delayMs: number, callback: () => void): { cancel(): void } {
    return this.#options.timers.after(delayMs, callback);
  }

  /** Requests the server's time. Returns true if the server answered. */
  async set(signal: AbortSignal): Promise<boolean> {
    const askedAtMs = this.nowMs();
    try {
      const answer = await this.#options.transport.get("/version", {}, { signal, headersTimeoutMs: PATIENCE_MS });
      this.#sinceMs += clockOffsetMs(answer.body.headers.date, askedAtMs, this.nowMs());
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
      await sleep(AGAIN_MS, signal, this.#options.timers);
      if (!signal.aborted) await this.set(signal);
    }
  }

  #compare(): void {
    const aheadMs = this.#options.wallNowMs() - this.nowMs();
    const isWrong = Math.abs(aheadMs) > 2 * SECOND_MS;
    if (isWrong && !this.#wasWrong) {
      const by = `${humanDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"}`;
      this.#options.onDifference(`the clock of this machine is ${by} that of the API server, which is used`);
    }
    this.#wasWrong = isWrong;
  }
}
