import { addDaemonSet, addNode, type DaemonSetPlan, setImage } from "../../staging/manifests.ts";
import { applies, deletesDaemonSet, deletesPod } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { orphanAndAdoptWords } from "./orphan-and-adopt-words.ts";

const AGENT: DaemonSetPlan = { name: "node-agent", image: "node-agent:2.0" };

export const orphanAndAdopt: Story = {
  name: "orphan-and-adopt",
  words: orphanAndAdoptWords,
  opensOn: "daemonsets/default/node-agent",
  fits: [],
  title: "a DaemonSet is deleted without its pods; a new one adopts them, and replaces those of another generation",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3, 4, 5]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { ...AGENT, image: "node-agent:1.8" });
    clock.advance(3_600_000);
    // An adopted pod counts as updated if its template generation equals the new DaemonSet's, regardless of its image.
    // These pods are therefore of a second generation.
    setImage(store, "default", AGENT.name, "node-agent:1.9");
  },
  steps: [
    deletesDaemonSet("delete-orphaning", 5000, "default", AGENT.name, "orphan"),
    deletesPod("a-pod-dies", 15_000, "default", AGENT.name, "worker-3"),
    applies("apply-newer", 25_000, AGENT),
    deletesDaemonSet("delete-again", 75_000, "default", AGENT.name, "orphan"),
    applies("apply-same-generation", 85_000, { ...AGENT, image: "node-agent:3.0" }),
  ],
};
