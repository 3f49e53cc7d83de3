import type { ClusterClock, Timers } from "../clock.ts";
import type { Beat } from "./beat.ts";

/** A writer's last beat, and when it was heard, as time passes here: a wall clock that is put right says nothing of the writer's. */
export interface HeardBeat {
  readonly beat: Beat;
  readonly atElapsedMs: number;
}

/** How soon it is noticed that the writer's clock was started, or goes faster. */
const LOOK_MS = 500;

/** The clock of a cluster as its writer's beats tell it, at the writer's rate: that of a simulated cluster stands, or runs fast. Until one is heard it is the wall clock. */
export function heardClock(heard: () => HeardBeat | undefined, wallNowMs: () => number, timers: Timers): ClusterClock {
  const clock: ClusterClock = {
    nowMs: () => {
      const last = heard();
      return last === undefined ? wallNowMs() : last.beat.atMs + Math.floor((timers.elapsedMs() - last.atElapsedMs) * last.beat.clockRate);
    },
    get rate() {
      return heard()?.beat.clockRate ?? 1;
    },
    after(delayMs, callback) {
      const untilMs = clock.nowMs() + delayMs;
      const waitMs = () => (clock.rate > 0 ? Math.min(Math.max(0, untilMs - clock.nowMs()) / clock.rate, LOOK_MS) : LOOK_MS);
      const look = () => {
        if (clock.nowMs() >= untilMs) callback();
        else timer = timers.after(waitMs(), look);
      };
      let timer = timers.after(waitMs(), look);
      return { cancel: () => timer.cancel() };
    },
  };
  return clock;
}
