import { parentPort, workerData } from "node:worker_threads";
import type { KubePod } from "@daemonscope/kube/objects";
import { type PodsPart, watchPods } from "./watched-pods.ts";

/** Reads a part of the pods in a thread of its own, and hands them over, some hundred at once. */
const BATCH = 256;
const { url, part } = workerData as { readonly url: string; readonly part: PodsPart };
let batch: KubePod[] = [];
const hand = () => {
  parentPort?.postMessage(batch);
  batch = [];
};
await watchPods({
  url,
  part,
  put(pod) {
    batch.push(pod);
    if (batch.length === BATCH) hand();
  },
  onBatch: hand,
});
hand();
parentPort?.postMessage("synced");
