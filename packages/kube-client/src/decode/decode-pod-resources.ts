import type { ContainerSummary, PodRequestSpec, PortsOfTemplate, StringMap } from "@daemonscope/kube/objects";
import { integerField, type Json, mapField, objectField, objectsField, textField } from "./fields.ts";

/** True for an init container that runs as long as its pod. */
export const isSidecar = (container: Json): boolean => textField(container, "restartPolicy") === "Always";

/** A limit without a request counts as the request: the API server writes that into pods. */
function requestsOf(container: Json): StringMap {
  const resources = objectField(container, "resources");
  return { ...mapField(resources, "limits"), ...mapField(resources, "requests") };
}

/** Returns the quantities that determine what the scheduler reserves for a pod. */
export function podRequestSpec(podSpec: Json): PodRequestSpec {
  return {
    containers: objectsField(podSpec, "containers").map(requestsOf),
    initContainers: objectsField(podSpec, "initContainers").map((container) => ({
      requests: requestsOf(container),
      isSidecar: isSidecar(container),
    })),
    podLevel: mapField(objectField(podSpec, "resources"), "requests"),
    overhead: mapField(podSpec, "overhead"),
  };
}

/** Returns the parts of a container that determine its host ports. */
export const portsOfContainer = (container: Json): ContainerSummary => ({
  name: textField(container, "name") ?? "",
  image: "",
  ports: objectsField(container, "ports").map((port) => ({
    hostPort: integerField(port, "hostPort"),
    containerPort: integerField(port, "containerPort"),
    protocol: textField(port, "protocol") ?? "",
    hostIP: textField(port, "hostIP") ?? "",
  })),
});

/** Returns the parts of a pod that determine its host ports. */
export const podPorts = (podSpec: Json): PortsOfTemplate => ({
  containers: objectsField(podSpec, "containers").map(portsOfContainer),
  sidecars: objectsField(podSpec, "initContainers").filter(isSidecar).map(portsOfContainer),
  hostNetwork: podSpec.hostNetwork === true,
});
