import { addNode, type DaemonSetPlan } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { applies } from "./steps.ts";

const IRONMAN: DaemonSetPlan = {
  name: "ironman",
  image: "",
  containers: ["nginx", "mongo", "redis"].map((name) => ({ name, image: `${name}:stable` })),
  nodeSelector: { app: "ironman" },
  minReadySeconds: 5,
  readinessDelaySeconds: 2,
};

export const minReadySeconds: Scenario = {
  name: "min-ready-seconds",
  title: "two of three nodes match; available comes five seconds after ready",
  description:
    "Three nodes, two of them labelled app=ironman. After 4 s ironman is applied: three containers, a readiness probe that begins after 2 s, minReadySeconds 5. Its counts go up one after the other, available last.",
  pastMs: 600_000,
  past({ store }) {
    for (const at of [1, 2, 3]) addNode(store, { name: `worker-${at}`, pool: "workers", labels: at < 3 ? { app: "ironman" } : {} });
  },
  steps: [applies("apply-ironman", 4000, IRONMAN)],
};
