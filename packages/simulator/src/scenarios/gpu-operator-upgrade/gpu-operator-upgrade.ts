import { addDaemonSet, addNode } from "../../staging/manifests.ts";
import type { ScenarioStep } from "../../staging/scenario.ts";
import { cordons, deletesPod, labels, labelsAll, setsImage } from "../../staging/steps.ts";
import type { Story } from "../../staging/story.ts";
import { gpuOperatorUpgradeWords } from "./gpu-operator-upgrade-words.ts";

const NAMESPACE = "gpu-operator";
/** gpu-operator selects the driver by the label `app`, which has this value. */
const DRIVER = "nvidia-driver-daemonset";
const PLUGIN = "nvidia-device-plugin-daemonset";
const STATE = "nvidia.com/gpu-driver-upgrade-state";
const DEPLOY_DRIVER = "nvidia.com/gpu.deploy.driver";
const DEPLOY_PLUGIN = "nvidia.com/gpu.deploy.device-plugin";
const NODES = ["gpu-1", "gpu-2", "gpu-3"];

/** One act of the operator with several requests. */
const together = (name: string, afterMs: number, steps: readonly ScenarioStep[]): ScenarioStep => ({
  name,
  afterMs,
  kubectl: steps.map(({ kubectl }) => kubectl).join(" && "),
  run(stage) {
    for (const step of steps) step.run(stage);
  },
});

/** The first half of one node's upgrade: drain, then the restart of the driver, for which the operands pause. */
function begins(number: number, atMs: number): readonly ScenarioStep[] {
  const node = `gpu-${number}`;
  return [
    together(`drain-${number}`, atMs, [cordons("", 0, node, true), labels("", 0, node, STATE, "drain-required")]),
    together(`restart-${number}`, atMs + 10_000, [
      labels("", 0, node, STATE, "pod-restart-required"),
      labels("", 0, node, DEPLOY_PLUGIN, "paused-for-driver-upgrade"),
      deletesPod("", 0, NAMESPACE, DRIVER, node),
    ]),
  ];
}

const ends = (name: string, number: number, atMs: number): ScenarioStep => {
  const node = `gpu-${number}`;
  return together(name, atMs, [
    labels("", 0, node, DEPLOY_PLUGIN, "true"),
    cordons("", 0, node, false),
    labels("", 0, node, STATE, "upgrade-done"),
  ]);
};

export const gpuOperatorUpgrade: Story = {
  name: "gpu-operator-upgrade",
  words: gpuOperatorUpgradeWords,
  opensOn: `daemonsets/${NAMESPACE}/${DRIVER}`,
  fits: ["taints", "labels"],
  title: "gpu-operator replaces the pods of an OnDelete driver, and pauses the device plugin meanwhile",
  pastMs: 86_400_000,
  past({ store, clock }) {
    for (const name of NODES)
      addNode(store, {
        name,
        pool: "gpu",
        labels: { "nvidia.com/gpu.present": "true", [DEPLOY_DRIVER]: "true", [DEPLOY_PLUGIN]: "true", [STATE]: "upgrade-done" },
      });
    clock.advance(60_000);
    addDaemonSet(store, {
      name: DRIVER,
      namespace: NAMESPACE,
      image: "nvcr.io/nvidia/driver:580.65",
      onDelete: true,
      nodeSelector: { [DEPLOY_DRIVER]: "true" },
    });
    addDaemonSet(store, {
      name: PLUGIN,
      namespace: NAMESPACE,
      image: "nvcr.io/nvidia/k8s-device-plugin:v0.18.0",
      nodeSelector: { [DEPLOY_PLUGIN]: "true" },
    });
  },
  steps: [
    setsImage("set-image", 5000, NAMESPACE, DRIVER, "nvcr.io/nvidia/driver:590.10"),
    labelsAll("upgrade-required", 10_000, NODES, STATE, "upgrade-required"),
    ...begins(1, 20_000),
    ends("done-1", 1, 50_000),
    ...begins(2, 60_000),
    ends("done-2", 2, 90_000),
    ...begins(3, 100_000),
    labels("upgrade-failed", 130_000, "gpu-3", STATE, "upgrade-failed"),
    ends("repair", 3, 240_000),
  ],
};
