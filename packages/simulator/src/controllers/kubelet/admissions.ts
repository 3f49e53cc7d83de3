import { matchesNodeLabels, matchesNodeSelector } from "@daemonscope/kube/matching/node-affinity";
import { toleratesTaint } from "@daemonscope/kube/matching/toleration";
import type { StringMap } from "@daemonscope/kube/objects";
import { milliQuantity } from "@daemonscope/kube/values/quantity";
import type { Store, StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isJsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import {
  annotationOf,
  conditionsOf,
  labelsOf,
  nodeNameOf,
  requiredAffinityOf,
  specOf,
  statusOf,
  taintsOf,
  tolerationsOf,
} from "@daemonscope/simulated-apiserver/objects/objects";
import { READY_ANNOTATION, REJECTED_ANNOTATION, reasonAndMessage } from "@daemonscope/simulated-apiserver/objects/simulation-annotations";
import { timestamp } from "@daemonscope/simulated-apiserver/objects/timestamp";
import type { Clock } from "@daemonscope/simulated-apiserver/time/clock";
import type { EventRecorder } from "../recorder.ts";
import { isUnfinished } from "../scheduler/filters.ts";
import { needsOf, portsClash } from "../scheduler/pod-needs.ts";
import { isMirror } from "./static-pods.ts";

interface AdmissionsOptions {
  readonly store: Store;
  /** The clock that a node's kubelet uses for timestamps. */
  readonly clockOf: (node: string) => Clock;
  readonly recorder: EventRecorder;
}

/** The reason why a kubelet rejects a pod bound to its node. It becomes the pod's reason and message. */
interface PodRefusal {
  readonly reason: string;
  readonly message: string;
}

/** Source: pkg/kubelet/sysctl, SafeSysctlAllowlist. */
const SAFE_SYSCTLS = new Set([
  "kernel.shm_rmid_forced",
  "net.ipv4.ip_local_port_range",
  "net.ipv4.tcp_syncookies",
  "net.ipv4.ping_group_range",
  "net.ipv4.ip_unprivileged_port_start",
  "net.ipv4.ip_local_reserved_ports",
  "net.ipv4.tcp_keepalive_time",
  "net.ipv4.tcp_fin_timeout",
  "net.ipv4.tcp_keepalive_intvl",
  "net.ipv4.tcp_keepalive_probes",
  "net.ipv4.tcp_rmem",
  "net.ipv4.tcp_wmem",
]);

/** Converts thousandths to the unit of the kubelet's message: only cpu is reported in thousandths. */
const amountOf = (resource: string, milli: number): number => (resource === "cpu" ? milli : Math.ceil(milli / 1000));

function insufficient(pod: StoredObject, node: StoredObject, admitted: readonly StoredObject[]): PodRefusal | undefined {
  const allocatable = objectIn(statusOf(node), "allocatable");
  const refusal = (resource: string, requested: number, used: number, capacity: number): PodRefusal => ({
    reason: `OutOf${resource}`,
    message: `Node didn't have enough resource: ${resource}, requested: ${requested}, used: ${used}, capacity: ${capacity}`,
  });
  const maxPods = Number(allocatable.pods ?? 0);
  if (admitted.length + 1 > maxPods) return refusal("pods", 1, admitted.length, maxPods);
  for (const [resource, need] of needsOf(specOf(pod)).requests) {
    // The kubelet does not check a resource that its node does not report, such as an unknown device.
    if (need <= 0 || allocatable[resource] === undefined) continue;
    const room = milliQuantity(String(allocatable[resource])) ?? 0;
    const used = admitted.reduce((sum, other) => sum + (needsOf(specOf(other)).requests.get(resource) ?? 0), 0);
    if (need > room - used) return refusal(resource, amountOf(resource, need), amountOf(resource, used), amountOf(resource, room));
  }
  return undefined;
}

/**
 * Checks a bound pod again, together with the admitted pods that have not ended. Returns the first predicate that
 * fails, in this order: sysctls, resources, node affinity, node name, ports, NoExecute taints. Critical pods evict no
 * others.
 * Source: pkg/kubelet/lifecycle/predicate.go.
 */
export function admitPodOnNode(pod: StoredObject, node: StoredObject, admitted: readonly StoredObject[]): PodRefusal | undefined {
  const forbidden = listIn(objectIn(specOf(pod), "securityContext"), "sysctls")
    .filter(isJsonObject)
    .find(({ name }) => !SAFE_SYSCTLS.has(String(name)));
  if (forbidden !== undefined)
    return { reason: "SysctlForbidden", message: `forbidden sysctl: "${String(forbidden.name)}" not allowlisted` };
  const short = insufficient(pod, node, admitted);
  if (short !== undefined) return short;
  const predicate = (name: string, why: string): PodRefusal => ({ reason: name, message: `Predicate ${name} failed: ${why}` });
  const podSpec = specOf(pod);
  const labels = labelsOf(node);
  if (
    !matchesNodeLabels(objectIn(podSpec, "nodeSelector") as StringMap, labels) ||
    !matchesNodeSelector(requiredAffinityOf(podSpec), { name: node.metadata.name, labels })
  )
    return predicate("NodeAffinity", "node(s) didn't match Pod's node affinity/selector");
  if (nodeNameOf(pod) !== node.metadata.name) return predicate("NodeName", "node(s) didn't match the requested node name");
  const { hostPorts } = needsOf(podSpec);
  if (hostPorts.some((port) => admitted.some((other) => needsOf(specOf(other)).hostPorts.some((taken) => portsClash(port, taken)))))
    return predicate("NodePorts", "node(s) didn't have free ports for the requested pod ports");
  const tolerations = tolerationsOf(podSpec);
  if (taintsOf(node).some((taint) => taint.effect === "NoExecute" && !tolerations.some((toleration) => toleratesTaint(toleration, taint))))
    return predicate("TaintToleration", "node(s) had untolerated taint(s)");
  return undefined;
}

/** Returns the rejection that an annotation of the pod asks for. */
function injectedRefusal(pod: StoredObject): PodRefusal | undefined {
  const injected = annotationOf(pod, REJECTED_ANNOTATION);
  return injected === undefined ? undefined : reasonAndMessage(injected);
}

/** Source: pkg/kubelet/types, PodConditionsByKubelet. */
const KUBELET_CONDITIONS = new Set(["PodScheduled", "Ready", "Initialized", "ContainersReady", "PodReadyToStartContainers"]);

/** Returns the rejection by a kubelet that shuts its node down. Source: pkg/kubelet/nodeshutdown. */
const shutdownRefusal = (node: StoredObject): PodRefusal | undefined =>
  annotationOf(node, READY_ANNOTATION) === "shutdown"
    ? { reason: "NodeShutdown", message: "Pod was rejected as the node is shutting down." }
    : undefined;

/** Tracks the pods that their kubelets have admitted. */
export class Admissions {
  readonly #options: AdmissionsOptions;
  readonly #takenUids = new Set<string>();

  constructor(options: AdmissionsOptions) {
    this.#options = options;
  }

  forget({ metadata }: StoredObject): void {
    this.#takenUids.delete(metadata.uid);
  }

  /** Admits a pod once and returns true, or marks it as failed and records why. */
  takes(pod: StoredObject, nodeName: string): boolean {
    const { store, clockOf, recorder } = this.#options;
    const { uid } = pod.metadata;
    if (this.#takenUids.has(uid)) return true;
    const node = store.get("nodes", undefined, nodeName);
    const present = store.podsOnNode(nodeName).filter((other) => this.#takenUids.has(other.metadata.uid) && isUnfinished(other));
    const refusal =
      node === undefined || isMirror(pod)
        ? undefined
        : (injectedRefusal(pod) ?? shutdownRefusal(node) ?? admitPodOnNode(pod, node, present));
    if (refusal === undefined) {
      this.#takenUids.add(uid);
      return true;
    }
    recorder.record(pod, "Warning", refusal.reason, refusal.message, "kubelet", { host: nodeName });
    const { reason, message } = refusal;
    // The kubelet writes a new status, and keeps only the conditions of others. Source: rejectPod.
    const { qosClass } = statusOf(pod);
    const conditions = conditionsOf(pod).filter(({ type }) => !KUBELET_CONDITIONS.has(type));
    const status = {
      ...(qosClass === undefined ? {} : { qosClass }),
      ...(conditions.length === 0 ? {} : { conditions }),
      phase: "Failed",
      reason,
      message: `Pod was rejected: ${message}`,
      startTime: timestamp(clockOf(nodeName).nowMs()),
    };
    store.update("pods", { ...pod, status }, "status");
    return false;
  }
}
