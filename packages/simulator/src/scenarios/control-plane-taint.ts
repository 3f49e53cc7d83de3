import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { taints, untaints } from "./steps.ts";

const TAINT = { key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" } as const;

export const controlPlaneTaint: Scenario = {
  name: "control-plane-taint",
  title: "two nodes, the control plane tainted: one pod, not two",
  description:
    "redis-ds runs on worker-1 only, because the control plane has a NoSchedule taint that it does not tolerate. After a minute somebody takes the taint off and a second pod comes; a minute later the taint is back, and the pod that is there stays.",
  pastMs: 3_600_000,
  past({ store, clock }) {
    addNode(store, {
      name: "control-plane",
      pool: "control-plane",
      labels: { "node-role.kubernetes.io/control-plane": "" },
      taints: [TAINT],
    });
    addNode(store, { name: "worker-1", pool: "workers" });
    clock.advance(60_000);
    addDaemonSet(store, { name: "redis-ds", image: "redis:7.4" });
  },
  steps: [untaints("take-taint-off", 60_000, "control-plane", TAINT), taints("taint-again", 120_000, "control-plane", TAINT)],
};
