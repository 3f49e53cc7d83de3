import { nearestNames } from "@daemonscope/kube/nearest";
import { automaticTolerations } from "./automatic-tolerations.ts";
import { badImage } from "./bad-image.ts";
import { badManifest } from "./bad-manifest.ts";
import { bigCluster } from "./big-cluster.ts";
import { controlPlaneTaint } from "./control-plane-taint.ts";
import { cordonAndDrain } from "./cordon-and-drain.ts";
import { driverBreaksNodes } from "./driver-breaks-nodes.ts";
import { editedPod } from "./edited-pod.ts";
import { fromDeployment } from "./from-deployment.ts";
import { fullNode } from "./full-node.ts";
import { hostPort } from "./host-port.ts";
import { hwRng } from "./hw-rng.ts";
import { imageUpdate } from "./image-update.ts";
import { labelFlip } from "./label-flip.ts";
import { minReadySeconds } from "./min-ready-seconds.ts";
import { nodesComeAndGo } from "./nodes-come-and-go.ts";
import { onDelete } from "./on-delete.ts";
import { oneDaemonManyHardware } from "./one-daemon-many-hardware.ts";
import { orphanAndAdopt } from "./orphan-and-adopt.ts";
import { reachTheDaemon } from "./reach-the-daemon.ts";
import type { Scenario } from "./scenario.ts";
import { staticPods } from "./static-pods.ts";
import { surge } from "./surge.ts";
import { tour } from "./tour.ts";
import { watchItThink } from "./watch-it-think.ts";

/** All scenarios: the default first, then in the order of the stories. */
export const SCENARIOS: readonly Scenario[] = [
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
];

export const DEFAULT_SCENARIO = tour.name;

/** The scenario of a name, or one sentence that names the nearest and all there are. */
export function findScenario(name: string): { readonly scenario: Scenario } | { readonly problem: string } {
  const scenario = SCENARIOS.find((candidate) => candidate.name === name);
  if (scenario !== undefined) return { scenario };
  const names = SCENARIOS.map((candidate) => candidate.name);
  const near = nearestNames(name, names)[0];
  return {
    problem: `there is no scenario "${name}"${near === undefined ? "." : `, did you mean "${near}"?`} There are: ${names.join(", ")}`,
  };
}
