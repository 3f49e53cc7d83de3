import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { applies, deletesDaemonSet } from "./steps.ts";

export const fullNode: Scenario = {
  name: "full-node",
  title: "a node without room: the daemon pod waits on it until there is some",
  description:
    "worker-3 is small: a batch agent takes most of its cpu. After 5 s a scanner comes that needs more than is left: its pod waits there, pinned to the node, with the scheduler's reason. After a minute the batch agent is deleted, and the scanner's pod starts.",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    addNode(store, { name: "worker-3", pool: "small", capacity: { cpu: "2", memory: "4Gi", pods: "30" } });
    clock.advance(60_000);
    addDaemonSet(store, { name: "batch-agent", image: "batch-agent:1.4", requests: { cpu: "1500m" } });
  },
  steps: [
    applies("scanner-comes", 5000, { name: "scanner", image: "scanner:0.9", requests: { cpu: "1" } }),
    deletesDaemonSet("batch-agent-leaves", 60_000, "default", "batch-agent"),
  ],
};
