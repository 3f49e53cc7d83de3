import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { applies, deletesDaemonSet } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { hostPortWords } from "./host-port-words.ts";

export const hostPort: Story = {
  name: "host-port",
  words: hostPortWords,
  opensOn: "daemonsets/default/node-exporter",
  fits: [],
  title: "two agents want the same port of the same nodes",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3, 4]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "node-exporter", image: "quay.io/prometheus/node-exporter:v1.9.1", hostPort: 9100 });
  },
  steps: [
    applies("second-agent", 5000, { name: "vendor-exporter", image: "vendor/exporter:7", hostPort: 9100 }),
    deletesDaemonSet("first-leaves", 60_000, "default", "node-exporter"),
  ],
};
