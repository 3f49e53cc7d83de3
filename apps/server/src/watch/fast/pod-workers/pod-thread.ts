import { errorMessage } from "@daemonscope/kube/base/error-message";
import { startThread } from "../../../platform/v8-settings.ts";
import type { Port, WorkerCommand, WorkerEvent } from "./worker-messages.ts";

/** A running worker, as the main thread has it. */
export interface RunningWorker extends Port<WorkerCommand, WorkerEvent> {
  /** Calls back with a short reason when the worker ended by itself. Not called after `stop`. */
  ended(onEnd: (why: string) => void): void;
  /** Resolves when the thread has ended. */
  stop(): Promise<void>;
}

export type StartWorker = () => RunningWorker;

/** The built file is next to the bundle file that contains this module. */
const FILE = "./pod-worker-thread.js";

/** Starts a thread that reads pods. */
export function startPodThread(): RunningWorker {
  const worker = startThread(new URL(FILE, import.meta.url), { name: "pods" });
  let why = "it ended by itself";
  let isStopped = false;
  worker.on("error", (error) => {
    why = errorMessage(error);
  });
  return {
    send: (message, memory = []) => worker.postMessage(message, [...memory]),
    listen: (onMessage) => void worker.on("message", onMessage),
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
