import { type Amounts, amountOf } from "@daemonscope/daemonset/capacity/amount";
import { hostPortsOf } from "@daemonscope/daemonset/capacity/host-ports";
import type { RequestingPod } from "@daemonscope/daemonset/capacity/node-fit";
import { podRequests } from "@daemonscope/daemonset/capacity/pod-requests";
import type { StringMap } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { decodePod } from "@daemonscope/kube-client/decode/decode-pod";
import { integerField, type Json, mapField, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";

/** True for an init container that runs as long as its pod. */
export const isSidecar = (container: Json): boolean => textField(container, "restartPolicy") === "Always";

/** A limit without a request counts as the request: the API server writes that into pods. */
function requestsOf(container: Json): StringMap {
  const resources = objectField(container, "resources");
  return { ...mapField(resources, "limits"), ...mapField(resources, "requests") };
}

/** Returns the parts of a container that determine its host ports. */
export const portsOf = (container: Json) => ({
  name: textField(container, "name") ?? "",
  image: "",
  ports: objectsField(container, "ports").map((port) => ({
    hostPort: integerField(port, "hostPort"),
    containerPort: integerField(port, "containerPort"),
    protocol: textField(port, "protocol") ?? "",
    hostIP: textField(port, "hostIP") ?? "",
  })),
});

/** Returns a pod with its resource requests, and whether it is bound to a node; undefined if it cannot be read. */
export function decodeRequestingPod(value: Json): (RequestingPod & { readonly isBound: boolean }) | undefined {
  const decoded = decodePod(value);
  if (!("object" in decoded)) return undefined;
  const { metadata, status } = decoded.object;
  const spec = objectField(value, "spec");
  const containers = objectsField(spec, "containers");
  const initContainers = objectsField(spec, "initContainers");
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
    requests: podRequests({
      containers: containers.map(requestsOf),
      initContainers: initContainers.map((container) => ({ requests: requestsOf(container), isSidecar: isSidecar(container) })),
      podLevel: mapField(objectField(spec, "resources"), "requests"),
      overhead: mapField(spec, "overhead"),
    }),
    hostPorts: hostPortsOf({
      containers: containers.map(portsOf),
      sidecars: initContainers.filter(isSidecar).map(portsOf),
      hostNetwork: spec.hostNetwork === true,
    }),
  };
}

/** Returns the allocatable resources of a node. Without them it returns the capacity, like kubectl. */
export function decodeAllocatable(value: Json): Amounts {
  const status = objectField(value, "status");
  const allocatable = Object.entries(mapField(status, "allocatable"));
  const entries = allocatable.length > 0 ? allocatable : Object.entries(mapField(status, "capacity"));
  return new Map(entries.map(([name, text]) => [name, amountOf(text)]));
}
