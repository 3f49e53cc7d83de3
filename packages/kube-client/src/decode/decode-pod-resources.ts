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

type Field = "requests" | "limits";
const quantitiesIn = (part: Json, field: Field): StringMap => mapField(objectField(part, "resources"), field);
const desiredOf = (container: Json, field: Field): StringMap =>
  field === "requests" ? requestsOf(container) : quantitiesIn(container, field);

/** Returns the quantities of a container, or of the pod itself, during an in-place resize: the largest of desired,
 *  allocated and actual ones, without the desired ones if the kubelet cannot grant them. A limit is not allocated.
 *  Without `resources` in the status the desired ones count.
 *  Source: k8s.io/component-helpers/resource/helpers.go, determineEffectiveRequests (rule W4). */
function effectiveQuantities(podStatus: Json, field: Field): (desired: StringMap, status: Json | undefined) => StringMap {
  const resize = objectsField(podStatus, "conditions").find((each) => textField(each, "type") === "PodResizePending");
  const isInfeasible = textField(resize ?? {}, "reason") === "Infeasible";
  return (desired, status) => {
    if (status?.resources === undefined) return desired;
    const actual = quantitiesIn(status, field);
    const granted = field === "limits" ? actual : largerOf(actual, mapField(status, "allocatedResources"));
    return isInfeasible ? granted : largerOf(desired, granted);
  };
}

function quantitySpec(podSpec: Json, podStatus: Json, field: Field): Omit<PodRequestSpec, "overhead"> {
  const effective = effectiveQuantities(podStatus, field);
  const statuses = new Map(
    ["containerStatuses", "initContainerStatuses"].flatMap((list) =>
      objectsField(podStatus, list).map((each) => [textField(each, "name"), each] as const),
    ),
  );
  const effectiveOf = (container: Json): StringMap => effective(desiredOf(container, field), statuses.get(textField(container, "name")));
  const podLevel = quantitiesIn(podSpec, field);
  const ofPod = effective(podLevel, podStatus);
  return {
    containers: objectsField(podSpec, "containers").map(effectiveOf),
    initContainers: objectsField(podSpec, "initContainers").map((container) => {
      const requests = isSidecar(container) ? effectiveOf(container) : desiredOf(container, field);
      return { requests, isSidecar: isSidecar(container) };
    }),
    // The status of the pod also has the sums of resources that only its containers request.
    podLevel: Object.fromEntries(Object.keys(podLevel).map((name) => [name, ofPod[name] ?? "0"])),
  };
}

/** Returns the quantities that determine what the scheduler reserves for a pod. `status`: of a bound pod. */
export const podRequestSpec = (podSpec: Json, status: Json = {}): PodRequestSpec => ({
  ...quantitySpec(podSpec, status, "requests"),
  overhead: mapField(podSpec, "overhead"),
});

/** Returns the limits of a pod as `podRequestSpec` returns its requests. */
export const podLimitSpec = (podSpec: Json, status: Json): PodRequestSpec => ({
  ...quantitySpec(podSpec, status, "limits"),
  overhead: {},
});

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
