import { parentPort } from "node:worker_threads";
import { systemTimers } from "@daemonscope/kube-client/flow-control/clock";
import { runPodWorker } from "./pod-worker.ts";
import type { WorkerCommand } from "./worker-messages.ts";

/** The entry file of a thread (pod-thread.ts starts it). */
if (parentPort === null) throw new Error("this file is for a worker thread");
const port = parentPort;
let onMessage: (message: WorkerCommand) => void = () => undefined;
port.on("message", (message: WorkerCommand) => onMessage(message));
runPodWorker({
  port: {
    send: (message, memory = []) => port.postMessage(message, [...memory]),
    listen(listener) {
      onMessage = listener;
    },
  },
  timers: systemTimers,
  nowMs: Date.now,
  random: Math.random,
});
