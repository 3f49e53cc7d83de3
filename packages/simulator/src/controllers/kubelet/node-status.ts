import { withCondition } from "@daemonscope/simulated-apiserver/objects/conditions";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { type JsonObject, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { annotationOf, conditionNamed, conditionsOf, statusOf } from "@daemonscope/simulated-apiserver/objects/objects";
import { READY_ANNOTATION } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import { addressIn } from "./pod-status.ts";

const CAPACITY = { cpu: "32", memory: "256Gi", pods: "110", "ephemeral-storage": "500Gi" };
const NODE_INFO = {
  kubeletVersion: "v1.36.3",
  kubeProxyVersion: "v1.36.3",
  osImage: "Simulated Linux",
  kernelVersion: "6.12.0",
  containerRuntimeVersion: "simulated://1.0",
  operatingSystem: "linux",
  architecture: "amd64",
};
const PRESSURES = [
  ["MemoryPressure", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
] as const;

/** Messages of the Ready condition, by the value of the annotation. Source: pkg/kubelet/nodestatus/setters.go. */
const UNREADY_MESSAGES: Readonly<Record<string, string | undefined>> = {
  false: "container runtime is down",
  shutdown: "node is shutting down",
};

export const hostAddressOf = (node: string): string => addressIn("10.0", node);

/** Returns capacity and allocatable. Values of a user stay. */
function resourcesOf(node: StoredObject): { readonly capacity: JsonObject; readonly allocatable: JsonObject } {
  const status = statusOf(node);
  const capacity = { ...CAPACITY, ...objectIn(status, "capacity") };
  return { capacity, allocatable: { ...capacity, ...objectIn(status, "allocatable") } };
}

/** Returns the status of a node at its registration, with its resources: the scheduler needs them at once. Source:
 *  pkg/kubelet/kubelet_node_status.go, initialNode. */
export const registeredStatus = (node: StoredObject): JsonObject => ({ ...statusOf(node), ...resourcesOf(node) });

/**
 * Returns the status that the kubelet reports for its node. Existing fields stay, including pressures set by a user.
 * Ready depends on the node's annotation.
 */
export function reportedStatus(node: StoredObject, clock: Clock): JsonObject {
  const status = statusOf(node);
  let conditions = conditionsOf(node);
  for (const [type, reason, message] of PRESSURES)
    if (conditionNamed(node, type) === undefined) conditions = withCondition(conditions, clock, type, "False", reason, message);
  const unready = UNREADY_MESSAGES[annotationOf(node, READY_ANNOTATION) ?? ""];
  conditions =
    unready !== undefined
      ? withCondition(conditions, clock, "Ready", "False", "KubeletNotReady", unready)
      : withCondition(conditions, clock, "Ready", "True", "KubeletReady", "kubelet is posting ready status");
  const now = timestamp(clock.nowMs());
  return {
    ...registeredStatus(node),
    addresses: status.addresses ?? [
      { type: "InternalIP", address: hostAddressOf(node.metadata.name) },
      { type: "Hostname", address: node.metadata.name },
    ],
    nodeInfo: { ...NODE_INFO, ...objectIn(status, "nodeInfo") },
    conditions: conditions.map((condition) => ({ ...condition, lastHeartbeatTime: now })),
  };
}
