import type { Timers } from "../../clock.ts";
import type { KubeResponse } from "../exchange.ts";
import type { Transport } from "../transport.ts";

/** Reading that waits for who takes in what was read. */
export interface PacedTransport {
  readonly transport: Transport;
  /** One more batch is on its way. */
  sent(): void;
  /** One was taken in. */
  taken(): void;
}

type Body = KubeResponse["body"];
/** Of an answer that was asked for directly most does not pass through the body. */
function hold(body: Body): void {
  body.pause();
  body.socket?.pause();
}
function goOn(body: Body): void {
  body.resume();
  body.socket?.resume();
}

/** Lets so many batches be on their way; meanwhile nothing is read, and the API server holds back what it has. Without this the memory between two threads has no end,
 *  and who takes it all in has turns without end. */
export function pacedTransport(transport: Transport, mostUnderWay: number, soon: Timers["soon"]): PacedTransport {
  const open = new Set<Body>();
  let underWay = 0;
  let held: (() => void)[] = [];
  const isFull = () => underWay >= mostUnderWay;
  const holdAll = () => {
    if (isFull()) for (const body of open) hold(body);
  };
  return {
    transport: {
      server: transport.server,
      async get(path, query, options) {
        while (isFull() && !options.signal.aborted) await new Promise<void>((go) => held.push(go));
        const response = await transport.get(path, query, options);
        open.add(response.body);
        response.body.once("close", () => open.delete(response.body));
        holdAll();
        return response;
      },
    },
    sent() {
      underWay++;
      if (!isFull()) return;
      holdAll();
      // A stream that began in this turn reads on once more after it.
      soon(holdAll);
    },
    taken() {
      underWay--;
      if (isFull()) return;
      for (const body of open) if (body.isPaused()) goOn(body);
      const going = held;
      held = [];
      for (const go of going) go();
    },
  };
}
