import { addDaemonSet, addNode } from "./manifests.ts";
import type { Scenario } from "./scenario.ts";
import { reportsReady, setsImage, undoes } from "./steps.ts";

const NAMESPACE = "gpu-operator";
const DRIVER = "nvidia-driver";

export const driverBreaksNodes: Scenario = {
  name: "driver-breaks-nodes",
  title: "a new revision makes its nodes NotReady; another node was sick before",
  description:
    "Eight gpu nodes with a driver that tolerates everything. gpu-8 turns NotReady after 5 s by itself. After 30 s the driver gets a version that breaks the kubelet of each node it starts on: the rollout halts at its budget of two. After four minutes somebody undoes it.",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (let at = 1; at <= 8; at++) addNode(store, { name: `gpu-${at}`, pool: "gpu" });
    clock.advance(60_000);
    addDaemonSet(store, {
      name: DRIVER,
      namespace: NAMESPACE,
      image: "nvidia/driver:580.65",
      maxUnavailable: 3,
      tolerations: [{ operator: "Exists" }],
    });
  },
  steps: [
    reportsReady("gpu-8-falls-ill", 5000, "gpu-8", false),
    setsImage("new-driver", 30_000, NAMESPACE, DRIVER, "nvidia/driver:590.10-breaks-node"),
    undoes("undo", 240_000, NAMESPACE, DRIVER),
  ],
};
