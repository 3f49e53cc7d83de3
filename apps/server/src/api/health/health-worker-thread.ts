import { writeSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { BLOCKED_MS, createHealthListener, type HealthAnswer } from "./health-listener.ts";
import { BEAT_MS, type FromHealthThread, type ToHealthThread } from "./health-messages.ts";

/** The entry file of the thread that owns the health port (health-thread.ts starts it). */
if (parentPort === null) throw new Error("this file is for a worker thread");
const port = parentPort;
const send = (message: FromHealthThread) => port.postMessage(message);
const STDERR = 2;

let lastBeatMs = performance.now();
let blockedSinceMs: number | undefined;
let lastId = 0;
const waiting = new Map<number, (answer: HealthAnswer) => void>();

const silentMs = () => performance.now() - lastBeatMs;
// A blocked main thread writes no log, and a stream of this thread would go through it.
const print = (text: string) => void writeSync(STDERR, `${text}\n`);

const watchdog = setInterval(() => {
  if (blockedSinceMs !== undefined || silentMs() < BLOCKED_MS) return;
  blockedSinceMs = lastBeatMs;
  print(`The main thread has been blocked for ${BLOCKED_MS / 1000} s. Probes and pages report that.`);
}, BEAT_MS);

port.on("message", (message: ToHealthThread) => {
  if (message.kind === "answer") {
    waiting.get(message.id)?.(message.answer);
    waiting.delete(message.id);
    return;
  }
  if (message.kind === "close") {
    clearInterval(watchdog);
    server.close();
    server.closeAllConnections();
    port.close();
    return;
  }
  lastBeatMs = performance.now();
  if (blockedSinceMs !== undefined) print(`The main thread runs again after ${Math.round((lastBeatMs - blockedSinceMs) / 1000)} s.`);
  blockedSinceMs = undefined;
});

const server = createHealthListener({
  silentMs,
  ask: (request) =>
    new Promise((done) => {
      const id = ++lastId;
      waiting.set(id, done);
      send({ kind: "request", id, request });
    }),
});
server.once("error", ({ code, message }: NodeJS.ErrnoException) => send({ kind: "failed", code, message }));
server.listen(workerData as { readonly host: string; readonly port: number }, () => send({ kind: "listening" }));
