import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { cordons, deletesPod } from "./steps.ts";

export const cordonAndDrain: Scenario = {
  name: "cordon-and-drain",
  title: "a cordoned node keeps its daemon pods, and gets new ones",
  description:
    "worker-2 is cordoned after 5 s: its daemon pods stay, because the controller tolerates that taint for every daemon pod, and a drain leaves them alone. After 20 s somebody deletes one by hand: it comes back, cordon or not. After 45 s the node is let go.",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3, 4]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "fluent-bit", image: "fluent/fluent-bit:4.1.0" });
    addDaemonSet(store, { name: "node-exporter", image: "quay.io/prometheus/node-exporter:v1.9.1" });
  },
  steps: [
    cordons("cordon", 5000, "worker-2", true),
    deletesPod("delete-pod", 20_000, "default", "fluent-bit", "worker-2"),
    cordons("uncordon", 45_000, "worker-2", false),
  ],
};
