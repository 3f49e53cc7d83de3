import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { taints, untaints } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { controlPlaneTaintWords } from "./control-plane-taint-words.ts";

const TAINT = { key: "node-role.kubernetes.io/control-plane", effect: "NoSchedule" } as const;

export const controlPlaneTaint: Story = {
  name: "control-plane-taint",
  words: controlPlaneTaintWords,
  opensOn: "daemonsets/default/redis-ds",
  fits: ["taints"],
  title: "two nodes, the control plane tainted: one pod, not two",
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
