import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";

export const controlPlaneTaint: Scenario = {
  name: "control-plane-taint",
  title: "two nodes, the control plane tainted: one pod, not two",
  pastMs: 3_600_000,
  past({ store, clock }) {
    addNode(store, {
      name: "control-plane",
      pool: "control-plane",
      labels: { "node-role.kubernetes.io/control-plane": "" },
      taints: [{ key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" }],
    });
    addNode(store, { name: "worker-1", pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "redis-ds", image: "redis:7.4" });
  },
};
