import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import { findScenario } from "@daemonscope/simulator/scenarios/scenarios";
import { createSimulator } from "@daemonscope/simulator/simulator";

/**
 * Writes pod statuses at a steady rate under open watches. The watches are on the simulator's API, or on the simplest
 * server with the same function, which encodes an event for each watcher. Prints its port, waits for a line on standard
 * input, and prints the CPU of the events.
 */
const [kind = "simulator", rate = "10000", seconds = "3"] = process.argv.slice(2);
const EVERY_MS = 10;

const found = findScenario("big-cluster");
if ("problem" in found) throw new Error(found.problem);
const { store, clock } = createSimulator({
  scenario: found.scenario,
  seed: 1,
  nowMs: Date.UTC(2026, 0, 1),
  nodes: 1000,
  manualSteps: true,
});

async function listen(): Promise<number> {
  if (kind === "simulator") return (await startApi({ store, clock })).port;
  const watchers = new Set<ServerResponse>();
  store.subscribe("pods", ({ type, object }) => {
    for (const watcher of watchers) watcher.write(`${JSON.stringify({ type, object })}\n`);
  });
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.flushHeaders();
    watchers.add(response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

const port = await listen();
process.stdout.write(`${JSON.stringify({ port, resourceVersion: store.resourceVersion })}\n`);
// Waits for the first input line.
const input = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
await input.next();

const pods = store.list("pods").map(({ metadata }) => ({ namespace: metadata.namespace, name: metadata.name }));
const total = Number(rate) * Number(seconds);
let written = 0;
const before = process.cpuUsage();
const startedAt = performance.now();
await new Promise<void>((done) => {
  const timer = setInterval(() => {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * Number(rate)));
    for (; written < due; written++) {
      const { namespace, name } = pods[written % pods.length] ?? { namespace: "", name: "" };
      const pod = store.get("pods", namespace, name);
      if (pod !== undefined) store.update("pods", { ...pod, status: { ...(pod.status as object), message: `event ${written}` } }, "status");
    }
    if (written < total) return;
    clearInterval(timer);
    done();
  }, EVERY_MS);
});
const wroteInS = (performance.now() - startedAt) / 1000;
const bytes = JSON.stringify(store.list("pods")[0]).length;
// The readers signal that they have everything.
await input.next();
const used = process.cpuUsage(before);
process.stdout.write(
  `${JSON.stringify({ events: total, bytes, wroteInS, doneInS: (performance.now() - startedAt) / 1000, cpuUsPerEvent: (used.user + used.system) / total })}\n`,
);
process.exit(0);
