import { inARow } from "@daemonscope/kube/in-a-row";
import type { Timers } from "../clock.ts";

/** So long work goes on in a row before others have the thread. */
const TURN_MS = 8;

/** Runs work that yields between its parts, and gives its result. */
export type RunParts = <T>(parts: Generator<undefined, T>) => Promise<T>;

/** Runs all parts in a row: for a process that serves no other request. */
export const runInARow: RunParts = async (parts) => inARow(parts);

/** Runs several pieces of work, one after the other, in slices of at most `TURN_MS` and one part: the event loop turns between two slices, also between two pieces. Rejects with the reason of `signal`
 *  at the first slice after it is aborted. */
export function sliced(timers: Pick<Timers, "elapsedMs" | "soon">, signal: AbortSignal): RunParts {
  let untilMs = Number.NEGATIVE_INFINITY;
  const nextSlice = async (): Promise<void> => {
    await new Promise<void>((resume) => void timers.soon(resume));
    signal.throwIfAborted();
    untilMs = timers.elapsedMs() + TURN_MS;
  };
  return async (parts) => {
    for (;;) {
      if (timers.elapsedMs() >= untilMs) await nextSlice();
      signal.throwIfAborted();
      const { done, value } = parts.next();
      if (done) return value;
    }
  };
}

/** What parts of some work come to; between them others may have the thread, heartbeats and probes among them. Short work is done at once. */
export async function inTurns<T>(parts: Generator<undefined, T>, timers: Timers): Promise<T> {
  let untilMs = timers.elapsedMs() + TURN_MS;
  for (;;) {
    const { done, value } = parts.next();
    if (done) return value;
    if (timers.elapsedMs() <= untilMs) continue;
    await new Promise<void>((resume) => void timers.soon(resume));
    untilMs = timers.elapsedMs() + TURN_MS;
  }
}
