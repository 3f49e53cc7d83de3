import { background } from "../../background.ts";
import type { Timers } from "../../clock.ts";
import type { Authorize } from "../exchange.ts";
import { backoffMs, type Pace } from "../pace.ts";
import type { Pressure } from "../pressure.ts";
import { authorizedFor } from "./asked-authorize.ts";
import { PodBatchReader, type PodsOfBatches } from "./pod-batch.ts";
import type { RunningWorker, StartWorker } from "./pod-thread.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

export interface WorkerPoolOptions {
  readonly count: number;
  readonly start: StartWorker;
  readonly server: string;
  readonly requestTimeoutMs: number | undefined;
  readonly authorize: Authorize;
  readonly pace: Pace;
  readonly timers: Timers;
  readonly random: () => number;
  readonly pressure?: Pressure | undefined;
  /** It runs, for the first time or again, and watches nothing yet. */
  readonly onStarted: (at: number) => void;
  /** It ended by itself, and is started again in a while. */
  readonly onEnded: (at: number, why: string) => void;
  readonly onMessage: (message: PoolMessage) => void;
}

/** What a worker tells of its watches; a batch with the way to read it, which has to be gone in any case. */
export type PoolMessage =
  | Exclude<FromWorker, { readonly kind: "authorize" } | { readonly kind: "batch" }>
  | { readonly kind: "batch"; readonly watch: number; readonly read: (to: PodsOfBatches) => void };

interface Seat {
  worker: RunningWorker | undefined;
  startedAtMs: number;
  failures: number;
  wait: { cancel(): void } | undefined;
}

/** Keeps workers running until it is closed, each from when it has something to do: one that ends is started again, after a wait that grows. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #seats: readonly Seat[];
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#seats = Array.from({ length: options.count }, () => ({ worker: undefined, startedAtMs: 0, failures: 0, wait: undefined }));
  }

  /** Tells it, where it runs; one that never ran is started, and `onStarted` is told instead. One that ended is told by whoever hears that it is started again. */
  send(at: number, message: ToWorker): void {
    const seat = this.#seats[at];
    if (seat?.worker !== undefined) seat.worker.send(message);
    else if (seat?.wait === undefined) this.#start(at);
  }

  sendAll(message: ToWorker): void {
    for (const { worker } of this.#seats) worker?.send(message);
  }

  /** Ends the waits of those that ended. */
  startNow(): void {
    for (const [at, { wait }] of this.#seats.entries()) if (wait !== undefined) this.#start(at);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { wait } of this.#seats) wait?.cancel();
    await Promise.all(this.#seats.map(({ worker }) => worker?.stop()));
  }

  #start(at: number): void {
    const seat = this.#seats[at];
    if (seat === undefined || this.#isClosed) return;
    const { start, server, pace, requestTimeoutMs, timers } = this.#options;
    seat.wait?.cancel();
    seat.wait = undefined;
    const worker = start();
    const reader = new PodBatchReader();
    seat.worker = worker;
    seat.startedAtMs = timers.elapsedMs();
    worker.hear((message) => {
      if (!this.#isClosed && seat.worker === worker) this.#hear(worker, reader, message);
    });
    worker.ended((why) => {
      if (!this.#isClosed && seat.worker === worker) this.#ended(at, seat, why);
    });
    worker.send({ kind: "open", server, pace, requestTimeoutMs });
    this.#options.onStarted(at);
  }

  #hear(worker: RunningWorker, reader: PodBatchReader, message: FromWorker): void {
    const { authorize, onMessage, pressure, timers } = this.#options;
    switch (message.kind) {
      case "authorize": {
        const { question } = message;
        background(authorizedFor(authorize, message).then((answer) => worker.send({ kind: "authorized", question, answer })));
        return;
      }
      case "batch": {
        const { watch, batch } = message;
        // Also that of a watch that is over: its texts are those of the next.
        onMessage({ kind: "batch", watch, read: (to) => reader.read(batch, to) });
        // In the turn after this one: node hands on a thousand messages in one, and a thread that is quick has the next ready.
        const taken = () => void timers.soon(() => worker.send({ kind: "taken" }));
        if (pressure?.isFull === true) pressure.onRoom(taken);
        else taken();
        return;
      }
      default:
        onMessage(message);
    }
  }

  #ended(at: number, seat: Seat, why: string): void {
    const { pace, timers, random, onEnded } = this.#options;
    if (timers.elapsedMs() - seat.startedAtMs >= pace.goodWatchMs) seat.failures = 0;
    seat.worker = undefined;
    seat.wait = timers.after(backoffMs(pace, seat.failures++, random), () => this.#start(at));
    onEnded(at, why);
  }
}
