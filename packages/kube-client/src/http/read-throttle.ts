import type { Timers } from "../flow-control/clock.ts";
import type { KubeResponse } from "./send-request.ts";

interface ReadThrottle {
  /** Call after each read. When all available bytes are read, reading pauses for `restMs`. */
  onRead(): void;
  cancel(): void;
}

/** Pauses an answer after each read, so that later bytes are read in one turn of the event loop. A turn for one node
 *  heartbeat costs five times the heartbeat itself, because the processor's caches no longer have its data. After a
 *  pause without bytes the next ones are read at once. Does not resume an answer that another module paused. */
export function throttleReads({ body, deliver }: KubeResponse, restMs: number, timers: Pick<Timers, "after" | "soon">): ReadThrottle {
  const { socket } = body;
  let isScheduled = false;
  let hasNewBytes = false;
  let wait: { cancel(): void } | undefined;
  const wake = () => {
    isScheduled = false;
    wait = undefined;
    if (!body.isPaused()) socket?.resume();
  };
  const rest = () => {
    // One turn may not read all available bytes: the rest is read without a pause.
    if (hasNewBytes) {
      hasNewBytes = false;
      wait = timers.soon(rest);
      return;
    }
    wait = timers.after(restMs, wake);
    if (!body.isPaused()) socket?.pause();
  };
  return {
    onRead() {
      // Only the socket of a direct answer has no other reader.
      hasNewBytes = true;
      if (isScheduled || socket === undefined || deliver === undefined) return;
      isScheduled = true;
      wait = timers.soon(rest);
    },
    cancel: () => wait?.cancel(),
  };
}
