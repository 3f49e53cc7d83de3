import { addDaemonSet, addNode, type DaemonSetPlan, setImage } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { applies, deletesDaemonSet, deletesPod } from "./steps.ts";

const AGENT: DaemonSetPlan = { name: "node-agent", image: "node-agent:2.0" };

export const orphanAndAdopt: Scenario = {
  name: "orphan-and-adopt",
  title: "a DaemonSet is deleted without its pods; a new one adopts them, and replaces those that differ",
  description:
    "Five workers with node-agent. After 5 s it is deleted with --cascade=orphan: its pods run on, and belong to nobody; the one that dies after 15 s does not come back. After 25 s a DaemonSet with the same selector and a newer image is applied: it takes the four pods that are left, starts the missing one, and replaces the others one by one, as its strategy says.",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3, 4, 5]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { ...AGENT, image: "node-agent:1.8" });
    clock.advance(3_600_000);
    // An adopted pod counts as updated when its template generation is the new DaemonSet's, whatever runs in it: these have seen a second one.
    setImage(store, "default", AGENT.name, "node-agent:1.9");
  },
  steps: [
    deletesDaemonSet("delete-orphaning", 5000, "default", AGENT.name, "orphan"),
    deletesPod("a-pod-dies", 15_000, "default", AGENT.name, "worker-3"),
    applies("apply-newer", 25_000, AGENT),
  ],
};
