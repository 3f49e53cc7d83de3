import type { ClusterClock, Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { WriterHeartbeat } from "../stream/writer-heartbeat.ts";

/**
 * A writer's last heartbeat, and its time of arrival on the monotonic clock. A correction of the wall clock does not
 * concern the writer.
 */
export interface ReceivedHeartbeat {
  readonly heartbeat: WriterHeartbeat;
  readonly atElapsedMs: number;
}

/** Longest delay until a started or faster clock of the writer is noticed. */
const CHECK_INTERVAL_MS = 500;

/**
 * Returns the clock of a cluster from its writer's heartbeats, at the writer's rate. The clock of a simulated cluster
 * may be stopped or fast. Before the first heartbeat it is the wall clock.
 */
export function writerClock(lastHeartbeat: () => ReceivedHeartbeat | undefined, wallNowMs: () => number, timers: Timers): ClusterClock {
  const clock: ClusterClock = {
    nowMs: () => {
      const last = lastHeartbeat();
      return last === undefined
        ? wallNowMs()
        : last.heartbeat.atMs + Math.floor((timers.elapsedMs() - last.atElapsedMs) * last.heartbeat.clockRate);
    },
    get rate() {
      return lastHeartbeat()?.heartbeat.clockRate ?? 1;
    },
    after(delayMs, callback) {
      const untilMs = clock.nowMs() + delayMs;
      const waitMs = () =>
        clock.rate > 0 ? Math.min(Math.max(0, untilMs - clock.nowMs()) / clock.rate, CHECK_INTERVAL_MS) : CHECK_INTERVAL_MS;
      const check = () => {
        if (clock.nowMs() >= untilMs) callback();
        else timer = timers.after(waitMs(), check);
      };
      let timer = timers.after(waitMs(), check);
      return { cancel: () => timer.cancel() };
    },
  };
  return clock;
}
