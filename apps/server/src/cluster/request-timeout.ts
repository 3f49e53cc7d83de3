import { KubeRequestError } from "./kube-request-error.ts";
import type { Transport } from "./transport.ts";

/** The longest that a timer waits. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** kubectl's --request-timeout: for one answer to begin, of every request alike; 0 for as long as it takes. Watches go on as long as they like. */
export function withRequestTimeout(transport: Transport, limitMs: number | undefined): Transport {
  if (limitMs === undefined) return transport;
  const headersTimeoutMs = limitMs === 0 ? NO_LIMIT_MS : limitMs;
  return {
    server: transport.server,
    get: (path, query, options) => transport.get(path, query, { ...options, headersTimeoutMs }),
  };
}

/** Tells of every request whose answer did not begin in time, which fails all the same. */
export function tellTimeouts(transport: Transport, onTimeout: (path: string, error: KubeRequestError) => void): Transport {
  return {
    server: transport.server,
    async get(path, query, options) {
      try {
        return await transport.get(path, query, options);
      } catch (error) {
        if (error instanceof KubeRequestError && error.code === "timeout") onTimeout(path, error);
        throw error;
      }
    },
  };
}
