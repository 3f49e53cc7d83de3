import { createServer, type ServerResponse } from "node:http";
import { createInterface } from "node:readline";
import { startApi } from "@daemonscope/simulated-apiserver/api/start-api";
import { cpuUsSince, listen, print, printLast } from "./program.ts";
import { simulatedCluster } from "./simulated-cluster.ts";

/**
 * Writes pod statuses at a steady rate under open watches. The watches are on the simulator's API, or on the simplest
 * server with the same function, which encodes an event for each watcher. Prints its port, waits for a line on standard
 * input, and prints the CPU of the events.
 */
const [kind = "simulator", rate = "10000", seconds = "3"] = process.argv.slice(2);
const EVERY_MS = 10;

const { store, clock } = simulatedCluster(1000);

async function startServer(): Promise<number> {
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
  return listen(server);
}

print({ port: await startServer(), resourceVersion: store.resourceVersion });
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
const doneInS = (performance.now() - startedAt) / 1000;
printLast({ events: total, bytes, wroteInS, doneInS, cpuUsPerEvent: cpuUsSince(before) / total });
