import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { watchPods } from "./watched-pods.ts";

/** The pods of a large cluster, read whole into a model by the product's own watch: here (0), or in so many threads. Tells the CPU of the thread that has the model, which is what bounds how large
 *  a cluster may be, and of the whole process. */
const [url = "", workers = "0"] = process.argv.slice(2);
const TICKS_PER_SECOND = 100;
/** Of this thread alone, system time included. */
function threadCpuS(): number {
  const fields = readFileSync(`/proc/self/task/${process.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const model = new ClusterModel({ nowMs: Date.now(), objects: "columns" });
const turns = monitorEventLoopDelay({ resolution: 1 });
const begin = { thread: threadCpuS(), process: process.cpuUsage(), atMs: performance.now() };
turns.enable();
const pods = await watchPods({ url, workers: Number(workers), model });
turns.disable();
const used = process.cpuUsage(begin.process);
process.stdout.write(
  `${JSON.stringify({
    pods,
    seconds: (performance.now() - begin.atMs) / 1000,
    threadUsPerPod: ((threadCpuS() - begin.thread) * 1e6) / pods,
    processUsPerPod: (used.user + used.system) / pods,
    longestTurnMs: turns.max / 1e6,
    longTurnMs: turns.percentile(99) / 1e6,
    rssMb: Math.round(process.memoryUsage().rss / 1_048_576),
  })}\n`,
);
process.exit(0);
