import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { leaves, shutsDown } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { gracefulShutdownWords } from "./graceful-shutdown-words.ts";

const BATCH = ["batch-1", "batch-2", "batch-3"];

export const gracefulShutdown: Story = {
  name: "graceful-shutdown",
  words: gracefulShutdownWords,
  opensOn: "daemonsets/monitoring/node-exporter",
  fits: ["taints"],
  title: "three nodes of a pool shut down, and their kubelets reject pods again and again",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const name of ["core-1", "core-2", "core-3"]) addNode(store, { name, pool: "core" });
    for (const name of BATCH) addNode(store, { name, pool: "batch" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "fluent-bit", namespace: "logging", image: "fluent/fluent-bit:4.1.0" });
    addDaemonSet(store, {
      name: "node-exporter",
      namespace: "monitoring",
      image: "quay.io/prometheus/node-exporter:v1.9.1",
      tolerations: [{ operator: "Exists" }],
    });
  },
  steps: [
    ...BATCH.map((node, at) => shutsDown(`shutdown-${at + 1}`, 5000 + at * 1000, node)),
    ...BATCH.map((node, at) => leaves(`gone-${at + 1}`, 120_000 + at * 1000, node)),
  ],
};
