import { nearestNames } from "@daemonscope/kube/base/nearest";
import type { Story } from "../staging/story.ts";
import { argoCdReverts } from "./argo-cd-reverts/argo-cd-reverts.ts";
import { automaticTolerations } from "./automatic-tolerations/automatic-tolerations.ts";
import { badImage } from "./bad-image/bad-image.ts";
import { badManifest } from "./bad-manifest/bad-manifest.ts";
import { bigCluster } from "./big-cluster/big-cluster.ts";
import { controlPlaneTaint } from "./control-plane-taint/control-plane-taint.ts";
import { cordonAndDrain } from "./cordon-and-drain/cordon-and-drain.ts";
import { driverBreaksNodes } from "./driver-breaks-nodes/driver-breaks-nodes.ts";
import { editedPod } from "./edited-pod/edited-pod.ts";
import { fromDeployment } from "./from-deployment/from-deployment.ts";
import { fullNode } from "./full-node/full-node.ts";
import { gpuOperatorUpgrade } from "./gpu-operator-upgrade/gpu-operator-upgrade.ts";
import { gracefulShutdown } from "./graceful-shutdown/graceful-shutdown.ts";
import { hostPort } from "./host-port/host-port.ts";
import { hwRng } from "./hw-rng/hw-rng.ts";
import { imageUpdate } from "./image-update/image-update.ts";
import { karpenterDisruption } from "./karpenter-disruption/karpenter-disruption.ts";
import { labelFlip } from "./label-flip/label-flip.ts";
import { minReadySeconds } from "./min-ready-seconds/min-ready-seconds.ts";
import { nodesComeAndGo } from "./nodes-come-and-go/nodes-come-and-go.ts";
import { onDelete } from "./on-delete/on-delete.ts";
import { oneDaemonManyHardware } from "./one-daemon-many-hardware/one-daemon-many-hardware.ts";
import { orphanAndAdopt } from "./orphan-and-adopt/orphan-and-adopt.ts";
import { reachTheDaemon } from "./reach-the-daemon/reach-the-daemon.ts";
import { startupTaint } from "./startup-taint/startup-taint.ts";
import { staticPods } from "./static-pods/static-pods.ts";
import { surge } from "./surge/surge.ts";
import { tour } from "./tour/tour.ts";
import { watchItThink } from "./watch-it-think/watch-it-think.ts";
import { whoBinds } from "./who-binds/who-binds.ts";

/** All scenarios. The default comes first, then the order is that of the stories. */
export const SCENARIOS: readonly Story[] = [
  tour,
  controlPlaneTaint,
  fromDeployment,
  nodesComeAndGo,
  oneDaemonManyHardware,
  hwRng,
  automaticTolerations,
  minReadySeconds,
  imageUpdate,
  onDelete,
  surge,
  orphanAndAdopt,
  editedPod,
  fullNode,
  hostPort,
  staticPods,
  reachTheDaemon,
  badManifest,
  cordonAndDrain,
  badImage,
  driverBreaksNodes,
  labelFlip,
  bigCluster,
  watchItThink,
  whoBinds,
  gpuOperatorUpgrade,
  argoCdReverts,
  karpenterDisruption,
  gracefulShutdown,
  startupTaint,
];

export const DEFAULT_SCENARIO = tour.name;

/** Returns the scenario of a name, or a sentence that suggests the nearest name and lists all names. */
export function findScenario(name: string): { readonly scenario: Story } | { readonly problem: string } {
  const scenario = SCENARIOS.find((candidate) => candidate.name === name);
  if (scenario !== undefined) return { scenario };
  const names = SCENARIOS.map((candidate) => candidate.name);
  const near = nearestNames(name, names)[0];
  return {
    problem: `there is no scenario "${name}"${near === undefined ? "." : `, did you mean "${near}"?`} There are: ${names.join(", ")}`,
  };
}
