import { systemTimers, type Timers } from "../flow-control/clock.ts";
import type { FailurePace } from "./failure-pace.ts";
import { isAllowedPath } from "./resources.ts";
import {
  type ApiServerTarget,
  type Authorize,
  type GetOptions,
  type KubeResponse,
  type RequestTrace,
  sendRequest,
} from "./send-request.ts";

interface TransportOptions {
  /** `https://host:port`, without a path, or with the prefix of a proxy. */
  readonly server: string;
  readonly authorize: Authorize;
  readonly timers?: Timers;
  readonly pace?: FailurePace | undefined;
  readonly onRequest?: ((request: RequestTrace) => void) | undefined;
}

/** Sends requests for the objects of a cluster: GET only, without a body, to a fixed list of paths. */
export interface Transport {
  readonly server: string;
  /** The total time in milliseconds in which this process did not read, because its queue was full. Idle timeouts
   *  exclude it. Undefined for a transport that never pauses. */
  readonly pausedMs?: () => number;
  /** Sends a request on a separate connection. Throws KubeRequestError unless the answer is 2xx, and RangeError
   *  for a path that is not on the list. */
  get(path: string, query: Readonly<Record<string, string>>, options: GetOptions): Promise<KubeResponse>;
}

export function createTransport({ server, authorize, timers = systemTimers, pace, onRequest }: TransportOptions): Transport {
  const peer: ApiServerTarget = { base: new URL(server), authorize, timers, pace, onRequest };
  return {
    server,
    async get(path, query, options) {
      if (!isAllowedPath(path))
        throw new RangeError(`a request for ${JSON.stringify(path.slice(0, 200))} was stopped: it is not one of the watched resources`);
      return sendRequest(peer, { what: `${query.watch === "true" ? "watch" : "GET"} ${path}`, method: "GET", path, query }, options);
    },
  };
}
