import { appliesManifests } from "../../staging/applies-manifests.ts";
import { addDaemonSet, addNode, type DaemonSetPlan, daemonSetManifest } from "../../staging/manifests.ts";
import { applies, deletesDaemonSet } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { fullNodeWords } from "./full-node-words.ts";

const SCANNER: DaemonSetPlan = { name: "scanner", image: "scanner:0.9", requests: { cpu: "1" } };
const PRIORITY = {
  apiVersion: "scheduling.k8s.io/v1",
  kind: "PriorityClass",
  metadata: { name: "node-agents" },
  value: 100_000,
} as const;

export const fullNode: Story = {
  name: "full-node",
  words: fullNodeWords,
  opensOn: "daemonsets/default/batch-agent",
  fits: [],
  title: "a node without room: the daemon pod waits on it, and with a priority class pushes others out",
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
