import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import type { KubePod } from "@daemonscope/kube/objects";
import { watchPods } from "./watched-pods.ts";

/** The pods of a large cluster, read whole into a model: decoded here (`here`), or in so many threads, each of which watches a part of them and hands over what it made of them (`threads N`). Tells the CPU of the thread that has the model, which is what bounds how large a cluster may be, and of
 *  the whole process. */
const [url = "", how = "here", count = "1"] = process.argv.slice(2);
const TICKS_PER_SECOND = 100;
/** Of this thread alone, system time included. */
function threadCpuS(): number {
  const fields = readFileSync(`/proc/self/task/${process.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const model = new ClusterModel({ nowMs: Date.now(), objects: "columns" });
let seen = 0;
const put = (pod: KubePod) => {
  seen++;
  model.putPod(pod);
};
const begin = { thread: threadCpuS(), process: process.cpuUsage(), atMs: performance.now() };
if (how === "here") await watchPods({ url, part: undefined, put, onBatch: () => undefined });
else
  await Promise.all(
    Array.from({ length: Number(count) }, (_value, at) => {
      const worker = new Worker(new URL("pods-thread.js", import.meta.url), { workerData: { url, part: { at, of: Number(count) } } });
      return new Promise<void>((done, failed) => {
        worker.on("error", failed);
        worker.on("message", (batch: readonly KubePod[] | "synced") => {
          if (batch === "synced") return done();
          for (const pod of batch) put(pod);
        });
      });
    }),
  );
const used = process.cpuUsage(begin.process);
process.stdout.write(
  `${JSON.stringify({
    pods: seen,
    seconds: (performance.now() - begin.atMs) / 1000,
    threadUsPerPod: ((threadCpuS() - begin.thread) * 1e6) / seen,
    processUsPerPod: (used.user + used.system) / seen,
    rssMb: Math.round(process.memoryUsage().rss / 1_048_576),
  })}\n`,
);
process.exit(0);
