import { addDaemonSet, addNode, type DaemonSetPlan } from "../../staging/manifests.ts";
import { applies, deletesPod, runsScheduler } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { whoBindsWords } from "./who-binds-words.ts";

const BOUND: DaemonSetPlan = { name: "bound-agent", image: "bound-agent:1.0", nodeName: "worker-1" };

export const whoBinds: Story = {
  name: "who-binds",
  words: whoBindsWords,
  opensOn: "daemonsets/default/fluent-bit",
  fits: [],
  title: "without a scheduler a new daemon pod stays Pending, and one with nodeName runs",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "fluent-bit", image: "fluent/fluent-bit:4.1.0" });
  },
  steps: [
    runsScheduler("stop-scheduler", 5000, false),
    deletesPod("delete-pod", 15_000, "default", "fluent-bit", "worker-2"),
    applies("apply-bound", 30_000, BOUND),
    runsScheduler("start-scheduler", 50_000, true),
  ],
};
