import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { labels } from "./steps.ts";

export const hwRng: Scenario = {
  name: "hw-rng",
  title: "a nodeSelector with a host path: the pod comes and goes with a node's label",
  description:
    "hw-rng wants nodes labelled feature=hw-rng and mounts /dev of the host. No node has the label; worker-2 gets it after 8 s and loses it after 30 s.",
  pastMs: 3_600_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "hw-rng", image: "rng-tools:6.17", nodeSelector: { feature: "hw-rng" }, hostPath: "/dev" });
  },
  steps: [labels("label-node", 8000, "worker-2", "feature", "hw-rng"), labels("unlabel-node", 30_000, "worker-2", "feature")],
};
