import type { Timers } from "../clock.ts";

/** So long work goes on in a row before others have the thread. */
const TURN_MS = 8;

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
