import { ownValue } from "@daemonscope/kube/base/own-value";
import type { KubeDaemonSet, StringMap } from "@daemonscope/kube/objects";
import { MARK_ANNOTATIONS } from "@daemonscope/kube/well-known";
import type { UpgradeController, UpgradePhase } from "../records/managed-rollout.ts";

/** How a controller marks a DaemonSet that it drives, and where it writes its progress. */
interface ControllerRow {
  readonly controller: UpgradeController;
  /** Reports whether the DaemonSet has the controller's own mark. */
  readonly marks: (metadata: KubeDaemonSet["metadata"]) => boolean;
  /** Label of a node with the state of its upgrade. Absent: the progress is in the DaemonSet. */
  readonly stateLabel?: string;
}

/** With the driver toolkit of OpenShift the label has the version of the system as suffix. */
const GPU_DRIVER = /^nvidia-driver-daemonset(?:-|$)/;
const labelOf = ({ labels = {} }: KubeDaemonSet["metadata"], key: string): string | undefined => ownValue(labels, key);

/** The only table of controllers. Sources: NVIDIA/gpu-operator, controllers/upgrade_controller.go;
 *  Mellanox/network-operator, pkg/consts; openkruise/rollouts, pkg/util/constant.go. */
const CONTROLLERS: readonly ControllerRow[] = [
  {
    controller: "gpu-operator",
    marks: (metadata) =>
      GPU_DRIVER.test(labelOf(metadata, "app") ?? "") || labelOf(metadata, "app.kubernetes.io/component") === "nvidia-driver",
    stateLabel: "nvidia.com/gpu-driver-upgrade-state",
  },
  {
    controller: "network-operator",
    marks: (metadata) => labelOf(metadata, "nvidia.com/ofed-driver") !== undefined,
    stateLabel: "nvidia.com/ofed-driver-upgrade-state",
  },
  {
    controller: "kruise-rollouts",
    marks: ({ annotations = {} }) =>
      [MARK_ANNOTATIONS.kruiseControl, MARK_ANNOTATIONS.kruiseStrategy].some((key) => Object.hasOwn(annotations, key)),
  },
];

/** The value of a state label on a node whose upgrade its controller gave up. */
export const FAILED_STATE = "upgrade-failed";

/** Values of the state labels. Source: NVIDIA/k8s-operator-libs, pkg/upgrade/consts.go. */
const PHASE_OF_STATE: ReadonlyMap<string, UpgradePhase> = new Map<string, UpgradePhase>(
  Object.entries({
    "": "notProcessed",
    "upgrade-required": "required",
    "cordon-required": "cordoning",
    "wait-for-jobs-required": "waitingForJobs",
    "pod-deletion-required": "deletingPods",
    "drain-required": "draining",
    "node-maintenance-required": "maintenance",
    "post-maintenance-required": "maintenance",
    "pod-restart-required": "restarting",
    "validation-required": "validating",
    "uncordon-required": "uncordoning",
    "upgrade-done": "upgraded",
    [FAILED_STATE]: "failed",
  }),
);

/** Returns the phase of a node by its state label. */
export const phaseOfState = (state: string | undefined): UpgradePhase => PHASE_OF_STATE.get(state ?? "") ?? "unknown";

/** Returns the row of the controller that drives a DaemonSet; undefined if there is none. Marks of two controllers
 *  contradict each other, so that none is named. */
export function controllerOf({ metadata, spec }: KubeDaemonSet): ControllerRow | undefined {
  if (spec.updateStrategy.type !== "OnDelete") return undefined;
  const marked = CONTROLLERS.filter(({ marks }) => marks(metadata));
  return marked.length === 1 ? marked[0] : undefined;
}

/** Returns the label of a node with the state of its upgrade by a controller, and its value; undefined without one. */
export function upgradeStateOf(
  controller: UpgradeController,
  labels: StringMap,
): { readonly key: string; readonly state: string } | undefined {
  const key = CONTROLLERS.find((row) => row.controller === controller)?.stateLabel;
  const state = key === undefined ? undefined : ownValue(labels, key);
  return key === undefined || state === undefined || state === "" ? undefined : { key, state };
}

/** Reports whether a controller gave up on the upgrade of a node. */
export const hasFailedUpgrade = (controller: UpgradeController, labels: StringMap): boolean =>
  phaseOfState(upgradeStateOf(controller, labels)?.state) === "failed";

/** Phases without work of the controller on the node. */
const AT_REST: ReadonlySet<UpgradePhase> = new Set(["notProcessed", "required", "upgraded", "failed", "unknown"]);

/** Returns the controller that works on a node by its state labels; undefined if none does. */
export const upgradingController = (labels: StringMap): UpgradeController | undefined =>
  CONTROLLERS.find(({ controller }) => {
    const state = upgradeStateOf(controller, labels)?.state;
    return state !== undefined && !AT_REST.has(phaseOfState(state));
  })?.controller;

/** Returns the controller that acts on a change of a node label; undefined if none does. */
export const controllerOfLabel = (key: string): UpgradeController | undefined =>
  CONTROLLERS.find(({ stateLabel }) => stateLabel === key)?.controller;

const PARTITION = /(?:^|[,;\s])partition=(\d{1,9})(?=$|[,;\s])/;

/** Returns the number of pods that are to stay old; undefined if the annotation is missing or states no number. */
export function partitionOf(annotations: StringMap = {}): number | undefined {
  const [, partition] = PARTITION.exec(ownValue(annotations, MARK_ANNOTATIONS.kruiseControl) ?? "") ?? [];
  return partition === undefined ? undefined : Number(partition);
}

/** A label value by which a controller takes operands off a node. */
export interface PauseRow {
  readonly controller: UpgradeController;
  readonly keyPrefix: string;
  readonly value: string;
  /** Label of the node with the state of the work that the pause is for. */
  readonly stateLabel: string;
  /** Returns how that work ended; undefined in a state of work, or in an unknown one. */
  readonly endOf: (state: string) => WorkEnd | undefined;
}

type WorkEnd = "done" | "failed";

function upgradeEndOf(state: string): WorkEnd | undefined {
  const phase = phaseOfState(state);
  return phase === "failed" ? "failed" : phase === "upgraded" ? "done" : undefined;
}

/** The only table of pauses. Sources: NVIDIA/k8s-driver-manager, cmd/driver-manager/main.go; NVIDIA/mig-parted,
 *  deployments/container/reconfigure-mig.sh. */
const PAUSES: readonly PauseRow[] = [
  {
    controller: "gpu-operator",
    keyPrefix: "nvidia.com/gpu.deploy.",
    value: "paused-for-driver-upgrade",
    stateLabel: "nvidia.com/gpu-driver-upgrade-state",
    endOf: upgradeEndOf,
  },
  {
    controller: "gpu-operator",
    keyPrefix: "nvidia.com/gpu.deploy.",
    value: "paused-for-mig-change",
    stateLabel: "nvidia.com/mig.config.state",
    endOf: (state) => (state === "failed" ? "failed" : state === "success" ? "done" : undefined),
  },
];

/** Returns the pauses that a label may be set to. */
export const pausesOfKey = (key: string): readonly PauseRow[] => PAUSES.filter(({ keyPrefix }) => key.startsWith(keyPrefix));

/** Reports whether a label takes an operand off a node for the time of an upgrade. */
export const isPausing = (key: string, value: string | undefined): boolean => pausesOfKey(key).some((pause) => pause.value === value);

/** A pause that keeps a node off a selector. */
export interface NodePause {
  readonly controller: UpgradeController;
  /** The work that the pause is for has ended or failed. */
  readonly isWorkOver: boolean;
}

/** Returns the pause that a label of a node is set to; undefined if it has another value. */
export function pauseByLabel(key: string, labels: StringMap): NodePause | undefined {
  const pause = pausesOfKey(key).find(({ value }) => value === ownValue(labels, key));
  if (pause === undefined) return undefined;
  const state = ownValue(labels, pause.stateLabel) ?? "";
  return { controller: pause.controller, isWorkOver: pause.endOf(state) !== undefined };
}

/** Returns the pause that keeps a node off a selector; undefined if no label is set to a pause. */
export function pauseOf(nodeSelector: StringMap, labels: StringMap): NodePause | undefined {
  for (const [key, value] of Object.entries(nodeSelector)) {
    const pause = isPausing(key, value) ? undefined : pauseByLabel(key, labels);
    if (pause !== undefined) return pause;
  }
  return undefined;
}
