import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { SimulatorStore } from "../store/store.ts";
import type { Clock } from "../time/clock.ts";
import { answerRequest } from "./answer-request.ts";
import type { ControlVerbs } from "./control-endpoints.ts";
import { createFaults, type Faults } from "./faults/faults.ts";
import { createEventEncoder } from "./read/event-lines.ts";
import type { PageCache } from "./read/list.ts";
import type { ServedCluster } from "./served-cluster.ts";

export interface ApiOptions {
  readonly store: SimulatorStore;
  /** Provides the timestamps and ages in answers. Connections use real time. */
  readonly clock: Clock;
  /** Closes the API when aborted. */
  readonly signal?: AbortSignal;
  /** 0 takes a free port. */
  readonly port?: number;
  readonly host?: string;
  /** Registers /simulator/…: only for tests on virtual time and for the lab. */
  readonly control?: ControlVerbs;
  /** Time between two bookmarks of a watch, in real milliseconds. */
  readonly bookmarkEveryMs?: number;
  /** Timeout for a version that has not been reached, in real milliseconds. */
  readonly versionPatienceMs?: number;
}

export interface Api {
  readonly url: string;
  readonly port: number;
  readonly faults: Faults;
  /** Number of requests by method and path (`GET /api/v1/nodes`), and by verb and resource (`list nodes`). */
  readonly requests: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

const KEEP_ALIVE_MS = 60_000;

function servedCluster({
  store,
  clock,
  host = "127.0.0.1",
  control,
  bookmarkEveryMs = 60_000,
  versionPatienceMs = 3000,
}: ApiOptions): ServedCluster {
  const pages: PageCache = new Map();
  const faults = createFaults({
    ...store,
    restore(version) {
      // The restored store reuses versions, so the cached pages may belong to other objects.
      pages.clear();
      store.restore(version);
    },
  });
  return {
    store,
    clock,
    faults,
    pages,
    encode: createEventEncoder(),
    host,
    control,
    bookmarkEveryMs,
    versionPatienceMs,
    requests: new Map(),
  };
}

/** Serves a store over the Kubernetes HTTP API. All clients except the control loops use it. */
export async function startApi(options: ApiOptions): Promise<Api> {
  const { signal, port = 0 } = options;
  const cluster = servedCluster(options);
  const { host, faults, requests } = cluster;
  const server = createServer((request, response) => void answerRequest(cluster, request, response));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((done, failed) => {
    server.once("error", failed);
    server.listen(port, host, () => done());
  });
  const address = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  signal?.addEventListener("abort", () => void close(), { once: true });
  if (signal?.aborted) await close();
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
  return { url, port: address.port, faults, requests, close };
}
