import { MessageChannel } from "node:worker_threads";
import { systemTimers, type Timers } from "@daemonscope/kube-client/flow-control/clock";
import type { RunningWorker } from "./pod-thread.ts";
import { runPodWorker } from "./pod-worker.ts";
import type { WorkerCommand, WorkerEvent } from "./worker-messages.ts";

/** Workers that run in this thread and can be killed. Their messages pass through a channel, as between threads. */
export function inProcessWorkers(nowMs: () => number = Date.now) {
  const running = new Set<{ kill(why: string): void; readonly watches: ReadonlySet<number> }>();
  let started = 0;
  function start(): RunningWorker {
    started++;
    const { port1: ours, port2: theirs } = new MessageChannel();
    const watches = new Set<number>();
    let isOver = false;
    let onEnd: (why: string) => void = () => undefined;
    let toWorker: (message: WorkerCommand) => void = () => undefined;
    const pending = new Set<{ cancel(): void }>();
    const cancellable =
      (wait: (callback: () => void) => { cancel(): void }) =>
      (callback: () => void): { cancel(): void } => {
        const handle = wait(() => {
          pending.delete(handle);
          if (!isOver) callback();
        });
        pending.add(handle);
        return handle;
      };
    const timers: Timers = {
      elapsedMs: systemTimers.elapsedMs,
      after: (delayMs, callback) => cancellable((call) => systemTimers.after(delayMs, call))(callback),
      soon: (callback) => cancellable(systemTimers.soon)(callback),
    };
    theirs.on("message", (message: WorkerCommand) => {
      if (message.kind === "watch") watches.add(message.watch);
      if (message.kind === "end") watches.delete(message.watch);
      toWorker(message);
    });
    const end = () => {
      isOver = true;
      for (const watch of watches) toWorker({ kind: "end", watch });
      for (const wait of pending) wait.cancel();
      ours.close();
      running.delete(worker);
    };
    const worker = {
      watches,
      kill(why: string) {
        end();
        onEnd(why);
      },
    };
    running.add(worker);
    runPodWorker({
      port: {
        send: (message, memory = []) => {
          if (!isOver) theirs.postMessage(message, [...memory]);
        },
        listen: (listener) => {
          toWorker = listener;
        },
      },
      timers,
      nowMs,
      random: () => 0.5,
    });
    return {
      send: (message) => ours.postMessage(message),
      listen: (onMessage) => void ours.on("message", (message: WorkerEvent) => onMessage(message)),
      ended: (listener) => {
        onEnd = listener;
      },
      stop: () => {
        end();
        return Promise.resolve();
      },
    };
  }
  return {
    start,
    running,
    get started() {
      return started;
    },
  };
}
