import { createTransport, type Transport } from "./transport.ts";

/** Creates a transport to a plain http API server without credentials: the embedded simulator. */
export function plainHttpTransport(server: string): Transport {
  return createTransport({ server, authorize: () => Promise.resolve(0) });
}
