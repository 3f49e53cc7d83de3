import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator } from "@daemonscope/simulator/simulator";

/**
 * CPU and memory of starting a simulated cluster and, with `minutes`, of running it. The baseline is the CPU time to
 * convert a pod to JSON and back for each written version.
 */
const [scenarioName = "big-cluster", nodes = "5000", minutes = "0"] = process.argv.slice(2);
const found = findScenario(scenarioName);
if ("problem" in found) throw new Error(found.problem);

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1e6;
}

let simulator: ReturnType<typeof createSimulator> | undefined;
const startS = cpuSeconds(() => {
  simulator = createSimulator({ scenario: found.scenario, seed: 1, nowMs: Date.UTC(2026, 0, 1), nodes: Number(nodes) });
});
if (simulator === undefined) throw new Error("no simulator");
const { store, clock } = simulator;
const writesOfStart = store.resourceVersion;
const runS = cpuSeconds(() => clock.advance(Number(minutes) * 60_000));
const writesOfRun = store.resourceVersion - writesOfStart;
const { maxRSS } = process.resourceUsage();
globalThis.gc?.();
const { heapUsed } = process.memoryUsage();

const pods = store.list("pods");
const SAMPLE = 100_000;
const jsonS = (writes: number) => {
  const sample = Math.min(writes, SAMPLE);
  const usedS = cpuSeconds(() => {
    for (let at = 0; at < sample; at++) JSON.parse(JSON.stringify(pods[at % pods.length]));
  });
  return (usedS * writes) / Math.max(1, sample);
};
// A warm-up, so that the first measurement uses compiled code.
jsonS(2000);
const { desiredNumberScheduled, updatedNumberScheduled } = (store.list("daemonsets")[0]?.status ?? {}) as Record<string, number>;
process.stdout.write(
  `${JSON.stringify({
    nodes: Number(nodes),
    pods: pods.length,
    startS,
    startJsonS: jsonS(writesOfStart),
    writesOfStart,
    runS,
    runJsonS: jsonS(writesOfRun),
    writesOfRun,
    isRolledOut: desiredNumberScheduled === updatedNumberScheduled,
    liveMb: Math.round(heapUsed / 1_048_576),
    maxRssMb: Math.round(maxRSS / 1024),
  })}\n`,
);
process.exit(0);
