import { drain } from "@daemonscope/kube/base/drain";
import type { Timers } from "@daemonscope/kube-client/flow-control/clock";

/** Length of one time slice, after which other work gets the thread. */
const TURN_MS = 8;

/** The work that waits for its next slice, per clock: oldest first. */
const queues = new WeakMap<Pick<Timers, "soon">, (() => void)[]>();

/** Resolves when the caller may run one slice. At most one caller resumes per turn of the event loop, in order of
 *  arrival, so that a turn does not grow with the number of running tasks. */
function nextSlice(timers: Pick<Timers, "soon">): Promise<void> {
  const queue = queues.get(timers) ?? [];
  queues.set(timers, queue);
  const resumeOldest = (): void => {
    queue.shift()?.();
    if (queue.length > 0) timers.soon(resumeOldest);
  };
  return new Promise((resume) => {
    queue.push(resume);
    if (queue.length === 1) timers.soon(resumeOldest);
  });
}

/** Runs work that yields between its parts, and returns its result. */
export type RunParts = <T>(parts: Generator<undefined, T>) => Promise<T>;

/** Runs all parts without a pause: for a process that serves no other request. */
export const runInARow: RunParts = async (parts) => drain(parts);

/** Runs several pieces of work one after the other, in slices of at most `TURN_MS` and one part. The event loop turns
 *  between two slices, also between two pieces. Rejects with the reason of `signal` at the first slice after it is
 *  aborted. */
export function sliced(timers: Pick<Timers, "elapsedMs" | "soon">, signal: AbortSignal): RunParts {
  let untilMs = Number.NEGATIVE_INFINITY;
  return async (parts) => {
    for (;;) {
      if (timers.elapsedMs() >= untilMs) {
        await nextSlice(timers);
        signal.throwIfAborted();
        untilMs = timers.elapsedMs() + TURN_MS;
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
  let untilMs = timers.elapsedMs() + TURN_MS;
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    if (timers.elapsedMs() <= untilMs) continue;
    await nextSlice(timers);
    untilMs = timers.elapsedMs() + TURN_MS;
  }
}
