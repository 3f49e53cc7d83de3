import type { Timers } from "../../clock.ts";
import { heldTransport } from "../held-transport.ts";
import type { Transport } from "../transport.ts";

/** Reading that waits for who takes in what was read. */
export interface PacedTransport {
  readonly transport: Transport;
  /** One more batch is on its way. */
  sent(): void;
  /** One was taken in. */
  taken(): void;
}

/** Lets so many batches be on their way; meanwhile nothing is read. Without this the memory between two threads has no end, and who takes it all in has turns without end. */
export function pacedTransport(transport: Transport, mostUnderWay: number, timers: Pick<Timers, "soon" | "elapsedMs">): PacedTransport {
  const held = heldTransport(transport, timers);
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
