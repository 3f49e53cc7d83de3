import { systemTimers, type Timers } from "../clock.ts";
import { type Authorize, exchange, type GetOptions, type KubeResponse, type Peer } from "./exchange.ts";
import type { FailurePace } from "./failure-pace.ts";
import { isAllowedPath } from "./resources.ts";

export interface TransportOptions {
  /** `https://host:port`, without a path, or with the prefix of a proxy. */
  readonly server: string;
  readonly authorize: Authorize;
  readonly timers?: Timers;
  readonly pace?: FailurePace | undefined;
}

/** The way out of this process to what a cluster holds: GET only, without a body, of a fixed list of paths. */
export interface Transport {
  readonly server: string;
  /** For how long in all, in milliseconds, nothing of its answers was read because whoever takes it in has too much: that silence is ours. Absent: nobody holds it. */
  readonly heldMs?: () => number;
  /** Asks on a connection of its own. Throws KubeRequestError for everything but a 2xx, and RangeError for a path that is not on the list. */
  get(path: string, query: Readonly<Record<string, string>>, options: GetOptions): Promise<KubeResponse>;
}

export function createTransport({ server, authorize, timers = systemTimers, pace }: TransportOptions): Transport {
  const peer: Peer = { base: new URL(server), authorize, timers, pace };
  return {
    server,
    async get(path, query, options) {
      if (!isAllowedPath(path))
        throw new RangeError(`a request for ${JSON.stringify(path.slice(0, 200))} was stopped: it is not one of the watched resources`);
      return exchange(peer, { what: `${query.watch === "true" ? "watch" : "GET"} ${path}`, method: "GET", path, query }, options);
    },
  };
}
