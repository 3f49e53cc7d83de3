import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";

export const minReadySeconds: Scenario = {
  name: "min-ready-seconds",
  title: "two of three nodes match; available comes five seconds after ready",
  pastMs: 600_000,
  past({ store }) {
    for (const at of [1, 2, 3]) addNode(store, { name: `worker-${at}`, pool: "workers", labels: at < 3 ? { app: "ironman" } : {} });
  },
  play({ store, clock }) {
    const containers = ["nginx", "mongo", "redis"].map((name) => ({ name, image: `${name}:stable` }));
    clock.after(4000, () =>
      addDaemonSet(store, {
        name: "ironman",
        image: "",
        containers,
        nodeSelector: { app: "ironman" },
        minReadySeconds: 5,
        readinessDelaySeconds: 2,
      }),
    );
  },
};
