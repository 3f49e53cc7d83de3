import { startApi } from "@daemonscope/simulator/api/start-api";
import { DEFAULT_SCENARIO, findScenario, SCENARIOS } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator } from "@daemonscope/simulator/simulator";
import type { ClusterClock } from "../clock.ts";
import { systemTimers } from "../clock.ts";
import type { SimulationChoice } from "../command-line/cluster-choice.ts";
import { UsageError } from "../command-line/usage-error.ts";
import { portTakenText } from "../next-free-port.ts";

/** A simulated cluster behind its own HTTP listener on loopback: to everybody else it is a Kubernetes API server. */
export interface EmbeddedSimulator {
  readonly url: string;
  readonly scenario: string;
  readonly title: string;
  readonly nodeCount: number;
  readonly clock: ClusterClock;
  close(): Promise<void>;
}

const LOOPBACK = "127.0.0.1";

/** Where a clock that is moved by hand starts: the same in every run, so that runs can be compared. */
const MANUAL_START_MS = Date.UTC(2026, 0, 5, 12);

/** One line a scenario: its name, and what there is to see. */
export function scenarioLines(): readonly string[] {
  const width = Math.max(...SCENARIOS.map(({ name }) => name.length));
  return SCENARIOS.map(({ name, title }) => `${name.padEnd(width)}  ${title}`);
}

/** Starts the simulated cluster. Throws UsageError for a scenario that does not exist, and for a port that is taken. */
export async function startEmbeddedSimulator(choice: SimulationChoice, port = 0): Promise<EmbeddedSimulator> {
  const found = findScenario(choice.scenario ?? DEFAULT_SCENARIO);
  if ("problem" in found) throw new UsageError(`${found.problem.charAt(0).toUpperCase()}${found.problem.slice(1)}.`);
  const { scenario } = found;
  const { store, clock } = createSimulator({
    scenario,
    seed: choice.seed,
    nowMs: choice.manualClock ? MANUAL_START_MS : Date.now(),
    ...(choice.nodes === undefined ? {} : { nodes: choice.nodes }),
  });
  const api = await startApi({
    store,
    clock,
    port,
    ...(choice.manualClock ? { control: { advance: (ms: number) => clock.advance(ms) } } : {}),
  }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") throw new UsageError(await portTakenText(port, LOOPBACK));
    throw error;
  });
  if (!choice.manualClock) clock.run({ nowMs: () => Date.now(), setTimer: systemTimers.after }, choice.speed);
  return {
    url: api.url,
    scenario: scenario.name,
    title: scenario.title,
    nodeCount: store.list("nodes").length,
    clock,
    async close() {
      clock.stop();
      await api.close();
    },
  };
}
