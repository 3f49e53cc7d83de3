import { humanDuration } from "@daemonscope/kube/human-duration";
import type { ClusterClock, Timers } from "../clock.ts";
import { KubeRequestError } from "./kube-request-error.ts";
import { pause } from "./pace.ts";
import type { Transport } from "./transport.ts";

const PATIENCE_MS = 2000;
const AGAIN_MS = 60_000;
/** What a second's worth of the header and a slow answer cannot explain. */
const TOLERATED_MS = 1000;
/** The header has whole seconds. */
const SECOND_MS = 1000;

/** How far a server's clock is ahead of ours, in milliseconds, negative where it is behind, by the `Date` of an answer that was asked for and came at these times of ours: the middle of what is possible. 0 where it may be less than a second, and where nothing can be told. */
export function serverAheadMs(date: string | undefined, askedAtMs: number, cameAtMs: number): number {
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
  /** Ours is another than the server's by more than a second, in a sentence without a full stop. */
  readonly onDifference: (text: string) => void;
}

/** The API server's clock, for a process whose own may be wrong: what a cluster dates, and what several machines write about it, is of one clock. Between two answers it goes on by what passes, so that a wall clock that is put forward or back changes nothing. */
export class ServerClock implements ClusterClock {
  readonly rate = 1;
  readonly #options: ServerClockOptions;
  /** Of its time, more than what has elapsed. */
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

  /** Asks the server; true where it answered. */
  async set(signal: AbortSignal): Promise<boolean> {
    const askedAtMs = this.nowMs();
    try {
      const answer = await this.#options.transport.get("/version", {}, { signal, headersTimeoutMs: PATIENCE_MS });
      this.#sinceMs += serverAheadMs(answer.body.headers.date, askedAtMs, this.nowMs());
      answer.destroy();
      this.#compare();
      return true;
    } catch (error) {
      if (!(error instanceof KubeRequestError)) throw error;
      // An answer all the same: who may not see the version may read what matters.
      return error.httpStatus !== undefined && error.httpStatus < 500;
    }
  }

  /** Asks again and again until the signal. */
  async keep(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pause(AGAIN_MS, signal, this.#options.timers);
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
