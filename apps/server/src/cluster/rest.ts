import type { Timers } from "../clock.ts";
import type { KubeResponse } from "./exchange.ts";

export interface Rest {
  /** Something was read: when all that is there has been, nothing more is for `restMs`. */
  heard(): void;
  cancel(): void;
}

/** Lets an answer rest after each time that it was read, so that what comes meanwhile is read in one turn: a turn for one heartbeat of a node costs five times what the heartbeat does, for nothing of what it needs is
 *  in the processor's caches by then. What comes after a rest without anything is read at once. An answer that somebody else holds is left alone. */
export function restAfterReads({ body, deliver }: KubeResponse, restMs: number, timers: Pick<Timers, "after" | "soon">): Rest {
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
    // More may be there than is read in a turn: a flood is read without a rest.
    if (hasCome) {
      hasCome = false;
      wait = timers.soon(rest);
      return;
    }
    wait = timers.after(restMs, wake);
    if (!body.isPaused()) socket?.pause();
  };
  return {
    heard() {
      // Only of an answer that is read past the stream nothing else reads the socket.
      hasCome = true;
      if (isDue || socket === undefined || deliver === undefined) return;
      isDue = true;
      wait = timers.soon(rest);
    },
    cancel: () => wait?.cancel(),
  };
}
