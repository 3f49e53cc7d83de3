import { startApi } from "@daemonscope/simulator/api/start-api";
import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator, type Simulator } from "@daemonscope/simulator/simulator";
import { plainTransport } from "../cluster/connection.ts";
import type { OpenCluster } from "./open-cluster.ts";

const START_MS = Date.UTC(2026, 0, 5, 12);

export interface SimulatedCluster {
  readonly cluster: OpenCluster;
  readonly simulator: Simulator;
  close(): Promise<void>;
}

/** A simulated cluster whose clock stands until it is moved, reached over HTTP as any other. */
export async function simulatedCluster(name: string): Promise<SimulatedCluster> {
  const found = findScenario(name);
  if (!("scenario" in found)) throw new Error(found.problem);
  const simulator = createSimulator({ scenario: found.scenario, seed: 1, nowMs: START_MS });
  const api = await startApi({ store: simulator.store, clock: simulator.clock, port: 0 });
  const close = async () => {
    simulator.clock.stop();
    await api.close();
  };
  return {
    simulator,
    close,
    cluster: {
      transport: plainTransport(api.url),
      identity: { context: name, server: api.url, version: undefined, simulated: false },
      clock: simulator.clock,
      namespace: "default",
      words: `cluster "${name}"`,
      simulatorUrl: api.url,
      warnings: [],
      close,
    },
  };
}
