import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { labels } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { hwRngWords } from "./hw-rng-words.ts";

export const hwRng: Story = {
  name: "hw-rng",
  words: hwRngWords,
  opensOn: "daemonsets/default/hw-rng",
  fits: ["labels"],
  title: "a nodeSelector with a host path: the pod comes and goes with a node's label",
  pastMs: 3_600_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "hw-rng", image: "rng-tools:6.17", nodeSelector: { feature: "hw-rng" }, hostPath: "/dev" });
  },
  steps: [labels("label-node", 8000, "worker-2", "feature", "hw-rng"), labels("unlabel-node", 30_000, "worker-2", "feature")],
};
