import { drain } from "@daemonscope/kube/base/drain";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";

/** Length of one time slice, after which other work gets the thread. */
const SLICE_MS = 8;

interface SliceQueue {
  /** Oldest first. */
  readonly waiting: (() => void)[];
  /** The pending turn. Undefined while no caller waits. */
  turn: { cancel(): void } | undefined;
}

const queues = new WeakMap<Pick<Timers, "soon">, SliceQueue>();

/** Resolves when the caller may run one slice. At most one caller resumes per turn of the event loop, in order of
 *  arrival, so that a turn does not grow with the number of running tasks. An aborted caller leaves the queue and
 *  rejects with the reason of `signal`. */
function nextSlice(timers: Pick<Timers, "soon">, signal?: AbortSignal): Promise<void> {
  const queue = queues.get(timers) ?? { waiting: [], turn: undefined };
  queues.set(timers, queue);
  const scheduleTurn = (): void => {
    queue.turn = timers.soon(() => {
      queue.turn = undefined;
      queue.waiting.shift()?.();
      if (queue.waiting.length > 0) scheduleTurn();
    });
  };
  return new Promise((resolve, reject) => {
    const resume = (): void => {
      signal?.removeEventListener("abort", leave);
      resolve();
    };
    const leave = (): void => {
      queue.waiting.splice(queue.waiting.indexOf(resume), 1);
      if (queue.waiting.length === 0) {
        queue.turn?.cancel();
        queue.turn = undefined;
      }
      reject(signal?.reason);
    };
    queue.waiting.push(resume);
    signal?.addEventListener("abort", leave, { once: true });
    if (queue.turn === undefined) scheduleTurn();
  });
}

/** Runs work that yields between its parts, and returns its result. */
export type RunParts = <T>(parts: Generator<undefined, T>) => Promise<T>;

/** Runs all parts without a pause: for a process that serves no other request. */
export const runInARow: RunParts = async (parts) => drain(parts);

/** Runs several pieces of work one after the other, in slices of at most `SLICE_MS` and one part. A slice may span
 *  several pieces, and the event loop turns before each slice. If `signal` is aborted before a part, rejects with its
 *  reason. */
export function sliced(timers: Pick<Timers, "elapsedMs" | "soon">, signal: AbortSignal): RunParts {
  let untilMs = Number.NEGATIVE_INFINITY;
  return async (parts) => {
    for (;;) {
      if (timers.elapsedMs() >= untilMs) {
        await nextSlice(timers, signal);
        untilMs = timers.elapsedMs() + SLICE_MS;
      }
      signal.throwIfAborted();
      const { done, value } = parts.next();
      if (done) return value;
    }
  };
}

/** Runs the parts of some work in time slices and returns its result. Other work, such as heartbeats and probes, runs
 *  between the slices. Short work is done synchronously. */
export async function drainInSlices<T>(parts: Generator<undefined, T>, timers: Timers): Promise<T> {
  let untilMs = timers.elapsedMs() + SLICE_MS;
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    if (timers.elapsedMs() <= untilMs) continue;
    await nextSlice(timers);
    untilMs = timers.elapsedMs() + SLICE_MS;
  }
}
