import type { Readable } from "node:stream";
import type { Transport } from "../transport.ts";

/** Reading that waits for who takes in what was read. */
export interface PacedTransport {
  readonly transport: Transport;
  /** One more batch is on its way. */
  sent(): void;
  /** One was taken in. */
  taken(): void;
}

/** Lets so many batches be on their way; meanwhile nothing is read, and the API server holds back what it has. Without this the memory between two threads has no end,
 *  and who takes it all in has turns without end. */
export function pacedTransport(transport: Transport, mostUnderWay: number): PacedTransport {
  const open = new Set<Readable>();
  let underWay = 0;
  let held: (() => void)[] = [];
  const isFull = () => underWay >= mostUnderWay;
  return {
    transport: {
      server: transport.server,
      async get(path, query, options) {
        while (isFull() && !options.signal.aborted) await new Promise<void>((go) => held.push(go));
        const response = await transport.get(path, query, options);
        open.add(response.body);
        response.body.once("close", () => open.delete(response.body));
        if (isFull()) response.body.pause();
        return response;
      },
    },
    sent() {
      underWay++;
      if (isFull()) for (const body of open) body.pause();
    },
    taken() {
      underWay--;
      if (isFull()) return;
      for (const body of open) if (body.isPaused()) body.resume();
      const going = held;
      held = [];
      for (const go of going) go();
    },
  };
}
