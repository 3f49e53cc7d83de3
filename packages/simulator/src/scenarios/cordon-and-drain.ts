import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { cordons, deletesPod, drains } from "./steps.ts";

export const cordonAndDrain: Scenario = {
  name: "cordon-and-drain",
  title: "a cordon and a drain leave daemon pods alone, and new ones come",
  description:
    "worker-2 runs two agents and a pod of nobody, report. After 5 s it is cordoned: its daemon pods stay, because the controller tolerates that taint for every daemon pod. After 15 s it is drained: report is evicted and does not come back, the daemon pods are left alone. After 30 s somebody deletes one of them by hand: it comes back, cordon or not. After 45 s the node is let go.",
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
