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
import type { Narration } from "./narration.ts";
import { nodesComeAndGo } from "./nodes-come-and-go.ts";
import { onDelete } from "./on-delete.ts";
import { oneDaemonManyHardware } from "./one-daemon-many-hardware.ts";
import { orphanAndAdopt } from "./orphan-and-adopt.ts";
import { reachTheDaemon } from "./reach-the-daemon.ts";
import { staticPods } from "./static-pods.ts";
import { surge } from "./surge.ts";
import { tour } from "./tour.ts";
import { watchItThink } from "./watch-it-think.ts";

/** All stories that are told. A scenario that is not here plays with its commands alone. */
export const NARRATIONS: readonly Narration[] = [
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

/** The words of a scenario; undefined when nobody wrote them yet. */
export function findNarration(story: string): Narration | undefined {
  return NARRATIONS.find((narration) => narration.story === story);
}
