import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { watchPods } from "./bench-watch.ts";
import { cpuUsSince, print, printLast, rssMb } from "./program.ts";

/**
 * Reads the pods of a large cluster into a model by the product's own watch, then their events for some seconds. It
 * reads in this thread (0), or in `workers` threads. Prints the CPU of the model's thread, which limits the size of a
 * cluster, and of the whole process.
 */
const [url = "", workers = "0"] = process.argv.slice(2);
const TICKS_PER_SECOND = 100;
const EVENTS_FOR_MS = 8000;
/** CPU of this thread alone, system time included. */
function threadCpuS(): number {
  const fields = readFileSync(`/proc/self/task/${process.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
/** Starts a measurement. The returned function takes the number of pods, and ends the measurement. */
function startMeasuring(): (pods: number) => Readonly<Record<string, number>> {
  const turns = monitorEventLoopDelay({ resolution: 1 });
  const begin = { thread: threadCpuS(), process: process.cpuUsage() };
  turns.enable();
  return (pods) => {
    turns.disable();
    return {
      pods,
      threadUsPerPod: ((threadCpuS() - begin.thread) * 1e6) / pods,
      processUsPerPod: cpuUsSince(begin.process) / pods,
      longestTurnMs: turns.max / 1e6,
      rssMb: rssMb(),
    };
  };
}

const model = new ClusterModel({ nowMs: Date.now(), objects: "columns" });
const endOfList = startMeasuring();
const watched = await watchPods({ url, workers: Number(workers), model });
print(endOfList(watched.seen()));
const before = watched.seen();
const endOfEvents = startMeasuring();
await new Promise((done) => setTimeout(done, EVENTS_FOR_MS));
printLast(endOfEvents(watched.seen() - before));
