import type { createSimulator } from "@daemonscope/simulator/simulator";
import { collectGarbage, cpuMs, printLast } from "./program.ts";
import { simulatedCluster } from "./simulated-cluster.ts";

/**
 * CPU and memory of starting a simulated cluster and, with `minutes`, of running it. The baseline is the CPU time to
 * convert a pod to JSON and back for each written version.
 */
const [scenario = "big-cluster", nodes = "5000", minutes = "0"] = process.argv.slice(2);
const cpuSeconds = (work: () => void) => cpuMs(work) / 1000;
let simulator: ReturnType<typeof createSimulator> | undefined;
const startS = cpuSeconds(() => {
  simulator = simulatedCluster(Number(nodes), { scenario, manualSteps: false });
});
if (simulator === undefined) throw new Error("no simulator");
const { store, clock } = simulator;
const writesOfStart = store.resourceVersion;
const runS = cpuSeconds(() => clock.advance(Number(minutes) * 60_000));
const writesOfRun = store.resourceVersion - writesOfStart;
const { maxRSS } = process.resourceUsage();
collectGarbage();
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
printLast({
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
});
