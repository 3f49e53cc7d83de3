import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { deletesDaemonSet, joins, leaves } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { nodesComeAndGoWords } from "./nodes-come-and-go-words.ts";

export const nodesComeAndGo: Story = {
  name: "nodes-come-and-go",
  words: nodesComeAndGoWords,
  opensOn: "nodes",
  fits: [],
  title: "a node joins and fills up agent by agent, another leaves, a DaemonSet is deleted",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3, 4]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    // The network agent starts first, because it tolerates a node that is not Ready yet.
    for (const [name, image] of [
      ["cilium", "quay.io/cilium/cilium:v1.18.1"],
      ["fluent-bit", "fluent/fluent-bit:4.1.0"],
      ["node-exporter", "quay.io/prometheus/node-exporter:v1.9.1"],
    ] as const)
      addDaemonSet(store, { name, image, ...(name === "cilium" ? { hostNetwork: true, tolerations: [{ operator: "Exists" }] } : {}) });
  },
  steps: [
    joins("node-joins", 5000, { name: "worker-5", pool: "workers" }),
    leaves("node-leaves", 40_000, "worker-2"),
    deletesDaemonSet("delete-agent", 150_000, "default", "node-exporter"),
  ],
};
