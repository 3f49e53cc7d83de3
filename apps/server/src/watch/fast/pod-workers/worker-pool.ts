import type { Backpressure } from "@daemonscope/kube-client/flow-control/backpressure";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { backoffMs, type RetryPolicy } from "@daemonscope/kube-client/flow-control/retry-policy";
import type { Authorize } from "@daemonscope/kube-client/http/send-request";
import { runDetached } from "../../../platform/run-detached.ts";
import { type BatchedPods, PodBatchReader } from "./pod-batch.ts";
import type { RunningWorker, StartWorker } from "./pod-thread.ts";
import { answerAuthorize } from "./remote-authorize.ts";
import type { WorkerCommand, WorkerEvent } from "./worker-messages.ts";

interface WorkerPoolOptions {
  readonly count: number;
  readonly start: StartWorker;
  readonly server: string;
  readonly requestTimeoutMs: number | undefined;
  readonly authorize: Authorize;
  readonly pace: RetryPolicy;
  readonly timers: Timers;
  readonly random: () => number;
  readonly pressure?: Backpressure | undefined;
  /** A worker runs, for the first time or again, and watches nothing yet. */
  readonly onStarted: (at: number) => void;
  /** A worker ended by itself, and is started again after a wait. */
  readonly onEnded: (at: number, why: string) => void;
  readonly onMessage: (message: PoolMessage) => void;
}

/** A worker's message about its watches. A batch has a function to read it, which must be called in any case. */
export type PoolMessage =
  | Exclude<WorkerEvent, { readonly kind: "authorize" } | { readonly kind: "batch" }>
  | { readonly kind: "batch"; readonly watch: number; readonly read: (to: BatchedPods) => void };

interface WorkerSlot {
  worker: RunningWorker | undefined;
  startedAtMs: number;
  failures: number;
  wait: { cancel(): void } | undefined;
}

/** Keeps workers running until the pool is closed. Each starts with its first `send`. A worker that ends is started
 *  again, after a growing wait. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #slots: readonly WorkerSlot[];
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.count }, () => ({ worker: undefined, startedAtMs: 0, failures: 0, wait: undefined }));
  }

  /** Sends a message to a running worker. A worker that never ran is started, and `onStarted` is called instead.
   *  After the end of a worker `onStarted` reports its restart, too. */
  send(at: number, message: WorkerCommand): void {
    const slot = this.#slots[at];
    if (slot?.worker !== undefined) slot.worker.send(message);
    else if (slot?.wait === undefined) this.#start(at);
  }

  sendAll(message: WorkerCommand): void {
    for (const { worker } of this.#slots) worker?.send(message);
  }

  /** Ends the waits before restarts. */
  startNow(): void {
    for (const [at, { wait }] of this.#slots.entries()) if (wait !== undefined) this.#start(at);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { wait } of this.#slots) wait?.cancel();
    await Promise.all(this.#slots.map(({ worker }) => worker?.stop()));
  }

  #start(at: number): void {
    const slot = this.#slots[at];
    if (slot === undefined || this.#isClosed) return;
    const { start, server, pace, requestTimeoutMs, timers } = this.#options;
    slot.wait?.cancel();
    slot.wait = undefined;
    const worker = start();
    const reader = new PodBatchReader();
    slot.worker = worker;
    slot.startedAtMs = timers.elapsedMs();
    worker.listen((message) => {
      if (!this.#isClosed && slot.worker === worker) this.#receive(worker, reader, message);
    });
    worker.ended((why) => {
      if (!this.#isClosed && slot.worker === worker) this.#ended(at, slot, why);
    });
    worker.send({ kind: "open", server, pace, requestTimeoutMs });
    this.#options.onStarted(at);
  }

  #receive(worker: RunningWorker, reader: PodBatchReader, message: WorkerEvent): void {
    const { authorize, onMessage, pressure, timers } = this.#options;
    switch (message.kind) {
      case "authorize": {
        const { question } = message;
        runDetached(answerAuthorize(authorize, message).then((answer) => worker.send({ kind: "authorized", question, answer })));
        return;
      }
      case "batch": {
        const { watch, batch } = message;
        // Read it even if its watch has ended: later batches refer to its texts.
        onMessage({ kind: "batch", watch, read: (to) => reader.read(batch, to) });
        // In the next turn: Node delivers up to a thousand messages in one turn, and a fast thread has the next one
        // ready.
        const taken = () => void timers.soon(() => worker.send({ kind: "taken" }));
        if (pressure?.isFull === true) pressure.onRoom(taken);
        else taken();
        return;
      }
      default:
        onMessage(message);
    }
  }

  #ended(at: number, slot: WorkerSlot, why: string): void {
    const { pace, timers, random, onEnded } = this.#options;
    if (timers.elapsedMs() - slot.startedAtMs >= pace.goodWatchMs) slot.failures = 0;
    slot.worker = undefined;
    slot.wait = timers.after(backoffMs(pace, slot.failures++, random), () => this.#start(at));
    onEnded(at, why);
  }
}
