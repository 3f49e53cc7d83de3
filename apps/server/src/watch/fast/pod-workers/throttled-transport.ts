import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { pausableTransport } from "@daemonscope/kube-client/http/pausable-transport";
import type { Transport } from "@daemonscope/kube-client/http/transport";

/** A transport that pauses while the consumer has too many batches to apply. */
export interface ThrottledTransport {
  readonly transport: Transport;
  /** Call after sending a batch. */
  sent(): void;
  /** Call when the consumer has applied a batch. */
  taken(): void;
}

/** Limits the batches in flight; at the limit nothing is read. Without this limit the memory between two threads,
 *  and the turns of the consumer, would be unbounded. */
export function throttledTransport(
  transport: Transport,
  maxInFlight: number,
  timers: Pick<Timers, "soon" | "elapsedMs">,
): ThrottledTransport {
  const pausable = pausableTransport(transport, timers);
  let inFlight = 0;
  return {
    transport: pausable.transport,
    sent() {
      inFlight++;
      if (inFlight >= maxInFlight) pausable.hold();
    },
    taken() {
      inFlight--;
      if (inFlight < maxInFlight) pausable.goOn();
    },
  };
}
