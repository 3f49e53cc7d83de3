import { KubeRequestError } from "./request-error.ts";
import type { Transport } from "./transport.ts";

/** The longest delay of a timer. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** Applies kubectl's --request-timeout: the limit until an answer begins, for every request; 0 means no limit.
 *  Does not limit the length of watches. */
export function withRequestTimeout(transport: Transport, limitMs: number | undefined): Transport {
  if (limitMs === undefined) return transport;
  const headersTimeoutMs = limitMs === 0 ? NO_LIMIT_MS : limitMs;
  return {
    server: transport.server,
    get: (path, query, options) => transport.get(path, query, { ...options, headersTimeoutMs }),
  };
}

/** Reports each request whose answer did not begin in time. The request fails all the same. */
export function reportTimeouts(transport: Transport, onTimeout: (path: string, error: KubeRequestError) => void): Transport {
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
