import { ClusterModel } from "@daemonscope/daemonset/model/cluster-model";
import { CoreV1Api } from "@kubernetes/client-node";
import { watchPods } from "./bench-watch.ts";
import { configOf } from "./config-of.ts";
import { cpuUsSince, heldBytes, print } from "./program.ts";

/**
 * Reads all pods of a source once, and prints CPU and memory: `ours` as the product does, into its model; `typed` by
 * the pinned client's typed list.
 */
const [subject = "ours", url = ""] = process.argv.slice(2);
async function readOurs(): Promise<{ readonly pods: number; readonly kept: unknown }> {
  const model = new ClusterModel({ nowMs: Date.now(), objects: "columns" });
  const { seen } = await watchPods({ url, workers: 0, model });
  return { pods: seen(), kept: model };
}

async function readTyped(): Promise<{ readonly pods: number; readonly kept: unknown }> {
  const { items } = await configOf(url).makeApiClient(CoreV1Api).listPodForAllNamespaces();
  return { pods: items.length, kept: items };
}

const before = heldBytes();
const began = process.cpuUsage();
const { pods, kept } = await (subject === "ours" ? readOurs() : readTyped());
const cpuUs = cpuUsSince(began);
const rssMb = Math.round(process.resourceUsage().maxRSS / 1024);
print({ pods, cpuUs, rssMb, heldBytes: heldBytes() - before, isKept: kept !== undefined });
