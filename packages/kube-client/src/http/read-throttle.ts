import type { Timers } from "../flow-control/clock.ts";
import type { KubeResponse } from "./send-request.ts";

export interface ReadThrottle {
  /** Call after each read. When all available bytes are read, reading pauses for `restMs`. */
  onRead(): void;
  cancel(): void;
}

/** Pauses an answer after each read, so that later bytes are read in one turn. A turn for one node heartbeat costs
 *  five times the heartbeat itself, because the processor's caches no longer have its data. After a pause without
 *  bytes the next ones are read at once. An answer that another module holds is left alone. */
export function throttleReads({ body, deliver }: KubeResponse, restMs: number, timers: Pick<Timers, "after" | "soon">): ReadThrottle {
  const { socket } = body;
  let isDue = false;
  let hasCome = false;
  let wait: { cancel(): void } | undefined;
  const wake = () => {
    isDue = false;
    wait = undefined;
    if (!body.isPaused()) socket?.resume();
  };
  const rest = () => {
    // There may be more than one turn reads: a flood is read without a pause.
    if (hasCome) {
      hasCome = false;
      wait = timers.soon(rest);
      return;
    }
    wait = timers.after(restMs, wake);
    if (!body.isPaused()) socket?.pause();
  };
  return {
    onRead() {
      // Only for a direct answer no other code reads the socket.
      hasCome = true;
      if (isDue || socket === undefined || deliver === undefined) return;
      isDue = true;
      wait = timers.soon(rest);
    },
    cancel: () => wait?.cancel(),
  };
}
