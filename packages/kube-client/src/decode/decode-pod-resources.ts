import type { ContainerSummary, PodRequestSpec, PortsOfTemplate, StringMap } from "@daemonscope/kube/objects";
import { parseQuantity } from "@daemonscope/kube/values/quantity";
import { integerField, type Json, mapField, objectField, objectsField, textField } from "./fields.ts";

/** True for an init container that runs as long as its pod. */
export const isSidecar = (container: Json): boolean => textField(container, "restartPolicy") === "Always";

/** A limit without a request counts as the request: the API server writes that into pods. */
function requestsOf(container: Json): StringMap {
  const resources = objectField(container, "resources");
  return { ...mapField(resources, "limits"), ...mapField(resources, "requests") };
}

/** Returns the larger quantity of each resource. */
const largerOf = (a: StringMap, b: StringMap): StringMap => ({
  ...a,
  ...Object.fromEntries(Object.entries(b).filter(([name, text]) => (parseQuantity(text) ?? 0) > (parseQuantity(a[name] ?? "0") ?? 0))),
});

/** Returns the requests of each container of a pod during an in-place resize: the largest of desired, allocated and
 *  actual ones, without the desired ones if the kubelet cannot grant them. A container without a status has those of
 *  its spec. Source: k8s.io/component-helpers/resource/helpers.go, determineContainerReqs (rule W4). */
function resizedRequests(status: Json): (container: Json) => StringMap {
  const resize = objectsField(status, "conditions").find((each) => textField(each, "type") === "PodResizePending");
  const isInfeasible = textField(resize ?? {}, "reason") === "Infeasible";
  const statuses = new Map(
    ["containerStatuses", "initContainerStatuses"].flatMap((list) =>
      objectsField(status, list).map((each) => [textField(each, "name"), each] as const),
    ),
  );
  return (container) => {
    const desired = requestsOf(container);
    const found = statuses.get(textField(container, "name"));
    if (found?.resources === undefined) return desired;
    const granted = largerOf(mapField(objectField(found, "resources"), "requests"), mapField(found, "allocatedResources"));
    return isInfeasible ? granted : largerOf(desired, granted);
  };
}

/** Returns the quantities that determine what the scheduler reserves for a pod. `status`: of a bound pod. */
export function podRequestSpec(podSpec: Json, status: Json = {}): PodRequestSpec {
  const quantitiesOf = resizedRequests(status);
  return {
    containers: objectsField(podSpec, "containers").map(quantitiesOf),
    initContainers: objectsField(podSpec, "initContainers").map((container) => ({
      requests: quantitiesOf(container),
      isSidecar: isSidecar(container),
    })),
    podLevel: mapField(objectField(podSpec, "resources"), "requests"),
    overhead: mapField(podSpec, "overhead"),
  };
}

/** Returns the limits of a pod as `podRequestSpec` returns its requests. */
export function podLimitSpec(podSpec: Json): PodRequestSpec {
  const limitsOf = (part: Json): StringMap => mapField(objectField(part, "resources"), "limits");
  return {
    containers: objectsField(podSpec, "containers").map(limitsOf),
    initContainers: objectsField(podSpec, "initContainers").map((container) => ({
      requests: limitsOf(container),
      isSidecar: isSidecar(container),
    })),
    podLevel: limitsOf(podSpec),
    overhead: {},
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
