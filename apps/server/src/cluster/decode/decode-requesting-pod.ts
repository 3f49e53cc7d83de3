import { type Amounts, amountOf } from "@daemonscope/daemonset/capacity/amount";
import { hostPortsOf } from "@daemonscope/daemonset/capacity/host-ports";
import type { RequestingPod } from "@daemonscope/daemonset/capacity/node-fit";
import { podRequests } from "@daemonscope/daemonset/capacity/pod-requests";
import type { StringMap } from "@daemonscope/kube/objects";
import { controllerOf } from "@daemonscope/kube/owner";
import { decodePod } from "./decode-pod.ts";
import { integerField, type Json, mapField, objectField, objectsField, textField } from "./fields.ts";

/** An init container that runs as long as its pod does. */
export const isSidecar = (container: Json): boolean => textField(container, "restartPolicy") === "Always";

/** A limit without a request is the request too: the API server writes that into pods. */
function requestsOf(container: Json): StringMap {
  const resources = objectField(container, "resources");
  return { ...mapField(resources, "limits"), ...mapField(resources, "requests") };
}

/** What of a container says which ports of its node it holds. */
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

/** A pod with what it requests of its node, and the node that it is bound to; undefined for what cannot be read. */
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

/** What a node has for pods; where it does not say, all that it has, as kubectl takes it. */
export function decodeAllocatable(value: Json): Amounts {
  const status = objectField(value, "status");
  const allocatable = Object.entries(mapField(status, "allocatable"));
  const entries = allocatable.length > 0 ? allocatable : Object.entries(mapField(status, "capacity"));
  return new Map(entries.map(([name, text]) => [name, amountOf(text)]));
}
