import { plainHttpTransport } from "@daemonscope/kube-client/http/plain-http-transport";
import { KubeRequestError } from "@daemonscope/kube-client/http/request-error";
import type { KubeResponse } from "@daemonscope/kube-client/http/send-request";
import type { Transport } from "@daemonscope/kube-client/http/transport";
import type { Faults } from "@daemonscope/simulated-apiserver/api/faults/faults";
import { startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator, type Simulator, type SimulatorOptions } from "@daemonscope/simulator/simulator";
import type { OpenCluster } from "../open/cluster-for-command.ts";

const START_MS = Date.UTC(2026, 0, 5, 12);

export interface SimulatedCluster {
  readonly cluster: OpenCluster;
  readonly simulator: Simulator;
  readonly faults: Faults;
  /** Every requested path. */
  readonly paths: ReadonlySet<string>;
  /** Ends every connection and rejects new ones until `restore`; with a resource, only those for it. */
  cut(resource?: string): void;
  restore(): void;
  close(): Promise<void>;
}

/** A transport that can be cut, and on which some resources are forbidden. */
function faultyTransport(inner: Transport, forbidden: readonly string[]) {
  const paths = new Set<string>();
  const running = new Map<KubeResponse, string>();
  let isCut: (path: string) => boolean = () => false;
  const transport: Transport = {
    server: inner.server,
    async get(path, query, options) {
      paths.add(path);
      if (isCut(path)) throw new KubeRequestError("refused", `GET ${path}: connection refused`);
      if (forbidden.some((resource) => path.endsWith(`/${resource}`)))
        throw new KubeRequestError("forbidden", `GET ${path}: 403 Forbidden`, { httpStatus: 403 });
      const response = await inner.get(path, query, options);
      running.set(response, path);
      return response;
    },
  };
  const cut = (resource = "") => {
    isCut = (path) => path.endsWith(resource);
    for (const [response, path] of running) if (isCut(path)) response.destroy();
  };
  const restore = () => {
    isCut = () => false;
  };
  return { transport, paths, cut, restore };
}

/** A simulated cluster with a manual clock, reached over HTTP like any other. */
export async function simulatedCluster(
  name: string,
  forbidden: readonly string[] = [],
  size: Pick<SimulatorOptions, "nodes" | "daemonSets"> = {},
): Promise<SimulatedCluster> {
  const found = findScenario(name);
  if (!("scenario" in found)) throw new Error(found.problem);
  const simulator = createSimulator({ scenario: found.scenario, seed: 1, nowMs: START_MS, ...size });
  const api = await startApi({ store: simulator.store, clock: simulator.clock, port: 0 });
  const close = async () => {
    simulator.clock.stop();
    await api.close();
  };
  const { transport, ...faulty } = faultyTransport(plainHttpTransport(api.url), forbidden);
  return {
    simulator,
    close,
    faults: api.faults,
    ...faulty,
    cluster: {
      transport,
      identity: { context: name, server: api.url, version: undefined, simulated: false },
      clock: simulator.clock,
      namespace: "default",
      words: `cluster "${name}"`,
      simulator: undefined,
      warnings: [],
      close,
    },
  };
}
