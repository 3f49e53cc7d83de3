import { Worker } from "node:worker_threads";
import type { FromWorker, Port, ToWorker } from "./worker-messages.ts";

/** A worker that runs, seen from the thread that gave it its work. */
export interface RunningWorker extends Port<ToWorker, FromWorker> {
  /** It ended, and nothing more is heard of it; why, in few words. Not told of one that was stopped. */
  ended(onEnd: (why: string) => void): void;
  /** Resolves when it runs no more. */
  stop(): Promise<void>;
}

export type StartWorker = () => RunningWorker;

/** The built file lies beside whatever file of the bundle this is in. */
const FILE = "./pod-worker-thread.js";

/** Starts a thread that reads pods. */
export function startPodThread(): RunningWorker {
  const worker = new Worker(new URL(FILE, import.meta.url), { name: "pods" });
  let why = "it ended by itself";
  let isStopped = false;
  worker.on("error", (error) => {
    why = error instanceof Error ? error.message : String(error);
  });
  return {
    send: (message, memory = []) => worker.postMessage(message, [...memory]),
    hear: (onMessage) => void worker.on("message", onMessage),
    ended: (onEnd) =>
      void worker.on("exit", () => {
        if (!isStopped) onEnd(why);
      }),
    async stop() {
      isStopped = true;
      await worker.terminate();
    },
  };
}
