import { type Amounts, amountOf } from "@daemonscope/daemonset/capacity/amount";
import { hostPortsOf } from "@daemonscope/daemonset/capacity/host-ports";
import type { RequestingPod } from "@daemonscope/daemonset/capacity/node-fit";
import { podRequests } from "@daemonscope/daemonset/capacity/pod-requests";
import { controllerOf } from "@daemonscope/kube/owner";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import { podLimitSpec, podPorts, podRequestSpec } from "@daemonscope/kube-client/decode/decode-pod-resources";
import { integerField, type Json, mapField, objectField, textField } from "@daemonscope/kube-client/decode/fields";

/** Returns a pod with its resource requests, and whether it is bound to a node; undefined if it cannot be read. */
export function decodeRequestingPod(value: Json): (RequestingPod & { readonly isBound: boolean }) | undefined {
  const decoded = decodePod(value);
  if (!("object" in decoded)) return undefined;
  const { metadata, status } = decoded.object;
  const spec = objectField(value, "spec");
  const statusFields = objectField(value, "status");
  const owner = controllerOf(metadata);
  return {
    uid: metadata.uid,
    namespace: metadata.namespace,
    name: metadata.name,
    daemonSet: owner?.kind === "DaemonSet" ? `${metadata.namespace}/${owner.name}` : undefined,
    phase: status.phase,
    terminating: metadata.deletionTimestamp !== undefined,
    priority: integerField(spec, "priority"),
    neverPreempts: textField(spec, "preemptionPolicy") === "Never",
    isBound: (textField(spec, "nodeName") ?? "") !== "",
    requests: podRequests(podRequestSpec(spec, statusFields)),
    limits: podRequests(podLimitSpec(spec, statusFields)),
    hostPorts: hostPortsOf(podPorts(spec)),
  };
}

/** Returns the allocatable resources of a node. Without them it returns the capacity, like kubectl. */
export function decodeAllocatable(value: Json): Amounts {
  const status = objectField(value, "status");
  const allocatable = Object.entries(mapField(status, "allocatable"));
  const entries = allocatable.length > 0 ? allocatable : Object.entries(mapField(status, "capacity"));
  return new Map(entries.map(([name, text]) => [name, amountOf(text)]));
}
