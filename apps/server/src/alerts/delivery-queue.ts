import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { sleep } from "@daemonscope/kube-client/flow-control/retry-policy";
import { runDetached } from "../platform/run-detached.ts";
import type { DeliveryResult } from "./post-webhook.ts";

interface Entry {
  readonly key: string;
  readonly body: string;
  readonly offeredMs: number;
}

interface DeliveryOptions {
  readonly post: (body: string, signal: AbortSignal) => Promise<DeliveryResult>;
  readonly timers: Timers;
  /** In [0, 1); adds jitter to the retries. */
  readonly random: () => number;
  /** One sentence about a message that was dropped. */
  readonly onProblem: (text: string) => void;
}

/** Counts of messages since the start. */
export interface DeliveryCounts {
  readonly delivered: number;
  /** Attempts that failed and were repeated. */
  readonly retried: number;
  readonly givenUp: number;
  readonly waiting: number;
}

/** `all` must not be empty. */
export const sumDeliveryCounts = (all: readonly DeliveryCounts[]): DeliveryCounts =>
  all.reduce((sum, { delivered, retried, givenUp, waiting }) => ({
    delivered: sum.delivered + delivered,
    retried: sum.retried + retried,
    givenUp: sum.givenUp + givenUp,
    waiting: sum.waiting + waiting,
  }));

export const MAX_QUEUED_MESSAGES = 256;
const RETRY_FIRST_MS = 1000;
const RETRY_LIMIT_MS = 60_000;
/** A message that was not delivered is not retried after this time: the next message lists all open alarms. */
export const DELIVERY_TIMEOUT_MS = 15 * 60_000;

/**
 * Messages to one receiver, delivered one at a time, in order.
 * *Invariants*: at most MAX_QUEUED_MESSAGES messages wait, and the oldest are dropped first. For each key only the
 * newest waits. No caller waits for a delivery. No retry starts later than DELIVERY_TIMEOUT_MS after the offer.
 */
export class DeliveryQueue {
  readonly #options: DeliveryOptions;
  readonly #waiting = new Map<string, Entry>();
  readonly #end = new AbortController();
  #isRunning = false;
  #delivered = 0;
  #retried = 0;
  #givenUp = 0;

  constructor(options: DeliveryOptions) {
    this.#options = options;
  }

  get counts(): DeliveryCounts {
    return { delivered: this.#delivered, retried: this.#retried, givenUp: this.#givenUp, waiting: this.#waiting.size };
  }

  offer(key: string, body: string): void {
    if (this.#end.signal.aborted) return;
    this.#waiting.delete(key);
    this.#waiting.set(key, { key, body, offeredMs: this.#options.timers.elapsedMs() });
    const [oldest] = this.#waiting.values();
    if (this.#waiting.size > MAX_QUEUED_MESSAGES && oldest !== undefined)
      this.#giveUp(oldest, `${MAX_QUEUED_MESSAGES} others wait behind it`);
    if (this.#isRunning) return;
    this.#isRunning = true;
    runDetached(this.#run());
  }

  close(): void {
    this.#end.abort();
  }

  async #run(): Promise<void> {
    for (;;) {
      const [entry] = this.#waiting.values();
      if (entry === undefined || this.#end.signal.aborted) break;
      await this.#deliver(entry);
    }
    this.#isRunning = false;
  }

  /** Retries until the message is delivered, refused or dropped, or a newer message of its key waits. */
  async #deliver(entry: Entry): Promise<void> {
    const { post, timers, random } = this.#options;
    for (let failures = 0; this.#waiting.get(entry.key) === entry; failures++) {
      const posted = await post(entry.body, this.#end.signal);
      if (this.#end.signal.aborted) return;
      if (posted.kind === "delivered") {
        this.#delivered++;
        if (this.#waiting.get(entry.key) === entry) this.#waiting.delete(entry.key);
        return;
      }
      if (posted.kind === "refused") return this.#giveUp(entry, posted.why);
      const waitMs = Math.min(RETRY_LIMIT_MS, RETRY_FIRST_MS * 2 ** Math.min(failures, 16)) * (0.5 + random() / 2);
      if (timers.elapsedMs() + waitMs - entry.offeredMs > DELIVERY_TIMEOUT_MS)
        return this.#giveUp(entry, `${posted.why}, for ${DELIVERY_TIMEOUT_MS / 60_000} minutes`);
      this.#retried++;
      await sleep(waitMs, this.#end.signal, timers);
    }
  }

  #giveUp(entry: Entry, why: string): void {
    this.#givenUp++;
    if (this.#waiting.get(entry.key) === entry) this.#waiting.delete(entry.key);
    this.#options.onProblem(`a message to the webhook was given up: ${why}`);
  }
}
