import type { Timers } from "@daemonscope/kube-client/flow-control/clock";
import { pausableTransport } from "@daemonscope/kube-client/http/pausable-transport";
import type { Transport } from "@daemonscope/kube-client/http/transport";

/** A transport that waits for the consumer of the batches. */
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
  mostUnderWay: number,
  timers: Pick<Timers, "soon" | "elapsedMs">,
): ThrottledTransport {
  const held = pausableTransport(transport, timers);
  let underWay = 0;
  return {
    transport: held.transport,
    sent() {
      underWay++;
      if (underWay >= mostUnderWay) held.hold();
    },
    taken() {
      underWay--;
      if (underWay < mostUnderWay) held.goOn();
    },
  };
}
