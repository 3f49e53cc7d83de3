import { addNode, type DaemonSetPlan } from "../../staging/manifests.ts";
import { applies } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { minReadySecondsWords } from "./min-ready-seconds-words.ts";

const IRONMAN: DaemonSetPlan = {
  name: "ironman",
  image: "",
  containers: ["nginx", "mongo", "redis"].map((name) => ({ name, image: `${name}:stable` })),
  nodeSelector: { app: "ironman" },
  minReadySeconds: 5,
  readinessDelaySeconds: 2,
};

export const minReadySeconds: Story = {
  name: "min-ready-seconds",
  words: minReadySecondsWords,
  opensOn: "",
  fits: ["labels"],
  title: "two of three nodes match; available comes five seconds after ready",
  pastMs: 600_000,
  past({ store }) {
    for (const at of [1, 2, 3]) addNode(store, { name: `worker-${at}`, pool: "workers", labels: at < 3 ? { app: "ironman" } : {} });
  },
  steps: [applies("apply-ironman", 4000, IRONMAN)],
};
