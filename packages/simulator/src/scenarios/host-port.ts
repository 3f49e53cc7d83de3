import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { applies, deletesDaemonSet } from "./steps.ts";

export const hostPort: Scenario = {
  name: "host-port",
  title: "two agents want the same port of the same nodes",
  description:
    "node-exporter holds port 9100 of four nodes. After 5 s another agent comes that wants it too: its pods wait, one on each node. After a minute the first is deleted, and they start.",
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
