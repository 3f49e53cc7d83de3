import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import { reportsReady, setsImage, undoes } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { driverBreaksNodesWords } from "./driver-breaks-nodes-words.ts";

const NAMESPACE = "gpu-operator";
const DRIVER = "nvidia-driver";

export const driverBreaksNodes: Story = {
  name: "driver-breaks-nodes",
  words: driverBreaksNodesWords,
  opensOn: "daemonsets/gpu-operator/nvidia-driver",
  fits: ["taints"],
  title: "a new revision makes its nodes NotReady; another node was sick before",
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
