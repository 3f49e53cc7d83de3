import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";

export const hwRng: Scenario = {
  name: "hw-rng",
  title: "a nodeSelector with a host path: the pod comes and goes with a node's label",
  pastMs: 3_600_000,
  past({ store, clock }) {
    for (const at of [1, 2, 3]) addNode(store, { name: `worker-${at}`, pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "hw-rng", image: "rng-tools:6.17", nodeSelector: { feature: "hw-rng" }, hostPath: "/dev" });
  },
  play({ store, clock }) {
    const label = (value: string | undefined) =>
      store.edit("nodes", undefined, "worker-2", (node) => {
        const { feature: _feature, ...rest } = node.metadata.labels ?? {};
        node.metadata.labels = value === undefined ? rest : { ...rest, feature: value };
      });
    clock.after(8000, () => label("hw-rng"));
    clock.after(30_000, () => label(undefined));
  },
};
