import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { joins, leaves, taints } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { karpenterDisruptionWords } from "./karpenter-disruption-words.ts";

const DISRUPTED = { key: "karpenter.sh/disrupted", effect: "NoSchedule" } as const;
const spot = (at: number) => ({ name: `spot-${at}`, pool: "spot", labels: { "karpenter.sh/nodepool": "spot" } });

export const karpenterDisruption: Story = {
  name: "karpenter-disruption",
  words: karpenterDisruptionWords,
  opensOn: "daemonsets/logging/fluent-bit",
  fits: ["taints"],
  title: "Karpenter replaces two of six nodes, and no agent is to blame",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (let at = 1; at <= 6; at++) addNode(store, spot(at));
    clock.advance(60_000);
    addDaemonSet(store, { name: "fluent-bit", namespace: "logging", image: "fluent/fluent-bit:4.1.0" });
    addDaemonSet(store, {
      name: "node-exporter",
      namespace: "monitoring",
      image: "quay.io/prometheus/node-exporter:v1.9.1",
      tolerations: [{ operator: "Exists" }],
    });
  },
  steps: [
    taints("disrupt-1", 5000, "spot-1", DISRUPTED),
    taints("disrupt-2", 10_000, "spot-2", DISRUPTED),
    joins("joins", 20_000, spot(7)),
    leaves("leaves-1", 60_000, "spot-1"),
    leaves("leaves-2", 70_000, "spot-2"),
  ],
};
