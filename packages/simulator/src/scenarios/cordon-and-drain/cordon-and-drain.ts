import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { cordons, deletesPod, drains } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { cordonAndDrainWords } from "./cordon-and-drain-words.ts";

export const cordonAndDrain: Story = {
  name: "cordon-and-drain",
  words: cordonAndDrainWords,
  opensOn: "nodes",
  fits: ["taints"],
  title: "a cordon and a drain leave daemon pods alone, and new ones come",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3, 4]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "fluent-bit", image: "fluent/fluent-bit:4.1.0" });
    addDaemonSet(store, { name: "node-exporter", image: "quay.io/prometheus/node-exporter:v1.9.1" });
    store.create("pods", {
      metadata: { name: "report", namespace: "default", labels: { run: "report" } },
      spec: { nodeSelector: { "kubernetes.io/hostname": "worker-2" }, containers: [{ name: "report", image: "report:2.3" }] },
    });
  },
  steps: [
    cordons("cordon", 5000, "worker-2", true),
    drains("drain", 15_000, "worker-2"),
    deletesPod("delete-pod", 30_000, "default", "fluent-bit", "worker-2"),
    cordons("uncordon", 45_000, "worker-2", false),
  ],
};
