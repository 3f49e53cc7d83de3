import { appliesManifests } from "./applies-manifests.ts";
import { addDaemonSet, addNode, type DaemonSetPlan, daemonSetManifest } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { applies, deletesDaemonSet } from "./steps.ts";

const SCANNER: DaemonSetPlan = { name: "scanner", image: "scanner:0.9", requests: { cpu: "1" } };
const PRIORITY = {
  apiVersion: "scheduling.k8s.io/v1",
  kind: "PriorityClass",
  metadata: { name: "node-agents" },
  value: 100_000,
  description: "Agents that each node needs before it does other work.",
} as const;

export const fullNode: Scenario = {
  name: "full-node",
  title: "a node without room: the daemon pod waits on it, and with a priority class pushes others out",
  description:
    "worker-3 is small: a batch agent takes most of its cpu. After 5 s a scanner comes that needs more than is left: its pod waits there, pinned to the node, with the scheduler's reason. After a minute the scanner gets a priority class: the node is promised to its pod, the batch agent's pod is pushed out, and the one that replaces it is the one that waits. After two and a half minutes the scanner is deleted, and there is room again.",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    addNode(store, { name: "worker-3", pool: "small", capacity: { cpu: "2", memory: "4Gi", pods: "30" } });
    clock.advance(60_000);
    addDaemonSet(store, { name: "batch-agent", image: "batch-agent:1.4", requests: { cpu: "1500m" } });
  },
  steps: [
    applies("scanner-comes", 5000, SCANNER),
    appliesManifests("scanner-matters", 60_000, [PRIORITY, daemonSetManifest({ ...SCANNER, priorityClassName: PRIORITY.metadata.name })]),
    deletesDaemonSet("scanner-leaves", 150_000, "default", "scanner"),
  ],
};
