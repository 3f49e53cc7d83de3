import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import { createSimulator } from "@daemonscope/simulator/simulator";
import type { Scenario } from "@daemonscope/simulator/staging/scenario";
import { writeKubeconfig } from "../write-kubeconfig.ts";
import { type Side, shellOf, Tape } from "./side.ts";

const START_MS = Date.UTC(2026, 0, 5, 12);
/** Cluster seconds per real second while a command runs. */
const CLOCK_RATE = 5;
const STEP_MS = 250;
/** A pod of the simulator may take three seconds to terminate, without an event. */
const MIN_QUIET_MS = 6000;
const LIMIT_MS = 300_000;

const realTime = {
  nowMs: () => Date.now(),
  setTimer(delayMs: number, callback: () => void) {
    const timer = setTimeout(callback, delayMs);
    return { cancel: () => clearTimeout(timer) };
  },
};
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

interface SimulatedSide extends Side {
  /** Runs a step of the scenario directly, as the lab does, instead of its command line. */
  perform(step: string): void;
}

/**
 * Starts a simulator and its API. The history of the scenario is over, and the caller performs the steps. Time passes
 * while a command runs, and in `quiet`.
 */
export async function startSimulatedSide(scenario: Scenario, nodeMonitorGraceMs: number): Promise<SimulatedSide> {
  const { store, clock, perform } = createSimulator({ scenario, seed: 7, nowMs: START_MS, manualSteps: true, nodeMonitorGraceMs });
  const api = await startApi({ store, clock });
  const dir = mkdtempSync(join(tmpdir(), "daemonscope-simulated-"));
  const kubeconfig = join(dir, "kubeconfig");
  writeKubeconfig(kubeconfig, api.url);
  const shell = shellOf(kubeconfig, join(dir, "kubectl-cache"));
  const tape = new Tape(kubeconfig);
  let changedAtMs = clock.nowMs();
  for (const resource of ["pods", "daemonsets"] as const)
    store.subscribe(resource, () => {
      changedAtMs = clock.nowMs();
    });
  return {
    name: "simulator",
    perform,
    async shell(line, input) {
      clock.run(realTime, CLOCK_RATE);
      try {
        return await shell(line, input);
      } finally {
        clock.stop();
      }
    },
    async quiet(forMs) {
      const fromMs = clock.nowMs();
      changedAtMs = fromMs;
      while (clock.nowMs() - changedAtMs < Math.max(forMs, MIN_QUIET_MS)) {
        if (clock.nowMs() - fromMs > LIMIT_MS) throw new Error("the simulator does not converge");
        clock.advance(STEP_MS);
        // Lets the watches read the changes.
        await sleep(1);
      }
      const last = String(Math.max(...store.list("pods").map(({ metadata }) => Number(metadata.resourceVersion)), 0));
      for (let turn = 0; turn < 200 && !tape.lines("pods").some((text) => text.includes(`"${last}"`)); turn++) await sleep(20);
    },
    tape,
    async stop() {
      tape.stop();
      await api.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
