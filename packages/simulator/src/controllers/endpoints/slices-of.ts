import { stableJson } from "@daemonscope/kube/values/stable-json";
import type { StoredObject } from "@daemonscope/simulated-apiserver/objects/contract";
import { isJsonObject, type JsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import {
  containersOf,
  isDeleting,
  isReady,
  labelsOf,
  nodeNameOf,
  phaseOf,
  specOf,
  statusOf,
} from "@daemonscope/simulated-apiserver/objects/objects";

/** The highest number of endpoints in one slice. */
const SLICE_LIMIT = 100;
export const SERVICE_NAME = "kubernetes.io/service-name";
export const MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
export const MANAGER = "endpointslice-controller.k8s.io";

/** The content of one EndpointSlice. It has null where the API writes null. */
interface SliceContent {
  readonly endpoints: readonly JsonObject[] | null;
  readonly ports: readonly JsonObject[] | null;
}

/** Returns a Service's selector. It is undefined if something else manages the Service's endpoints. */
export function selectorOf(service: StoredObject): Readonly<Record<string, string>> | undefined {
  const selector = objectIn(specOf(service), "selector") as Record<string, string>;
  return Object.keys(selector).length === 0 ? undefined : selector;
}

/** Reports whether a Service's selector matches a pod's labels. */
export function selects(service: StoredObject, pod: StoredObject): boolean {
  const selector = selectorOf(service);
  const labels = labelsOf(pod);
  return selector !== undefined && Object.entries(selector).every(([key, value]) => labels[key] === value);
}

/** Returns the ports of a Service as one pod has them. A named port that the pod does not have is omitted. */
function portsIn(service: StoredObject, pod: StoredObject): readonly JsonObject[] {
  const named = containersOf(specOf(pod)).flatMap((container) => listIn(container, "ports").filter(isJsonObject));
  return listIn(specOf(service), "ports")
    .filter(isJsonObject)
    .flatMap(({ name = "", protocol = "TCP", port, targetPort = port }) => {
      const found = typeof targetPort === "number" ? targetPort : named.find((has) => has.name === targetPort)?.containerPort;
      return typeof found === "number" ? [{ name, port: found, protocol }] : [];
    });
}

function endpointOf(pod: StoredObject, publishesNotReady: boolean, zone: string | undefined): JsonObject {
  const { name, namespace, uid } = pod.metadata;
  const terminating = isDeleting(pod);
  const serving = isReady(pod) || publishesNotReady;
  return {
    addresses: [statusOf(pod).podIP],
    conditions: { ready: publishesNotReady || (serving && !terminating), serving, terminating },
    nodeName: nodeNameOf(pod),
    targetRef: { kind: "Pod", name, namespace, uid },
    ...(zone === undefined ? {} : { zone }),
  };
}

/**
 * Returns the wanted EndpointSlices of a Service. They hold its pods with an address, terminating ones too, grouped by
 * their ports. Without such pods there is one empty slice. Source: k8s.io/endpointslice, reconcileByAddressType.
 */
export function slicesOf(
  service: StoredObject,
  pods: readonly StoredObject[],
  zoneOf: (node: string) => string | undefined,
): readonly SliceContent[] {
  const publishesNotReady = specOf(service).publishNotReadyAddresses === true;
  const byPorts = new Map<string, { readonly ports: readonly JsonObject[]; readonly endpoints: JsonObject[] }>();
  for (const pod of pods) {
    if (typeof statusOf(pod).podIP !== "string" || phaseOf(pod) === "Succeeded" || phaseOf(pod) === "Failed") continue;
    const ports = portsIn(service, pod);
    const key = stableJson(ports);
    const group = byPorts.get(key) ?? { ports, endpoints: [] };
    group.endpoints.push(endpointOf(pod, publishesNotReady, zoneOf(nodeNameOf(pod) ?? "")));
    byPorts.set(key, group);
  }
  const slices = [...byPorts.values()].flatMap(({ ports, endpoints }) =>
    Array.from({ length: Math.ceil(endpoints.length / SLICE_LIMIT) }, (_, at) => ({
      endpoints: endpoints.slice(at * SLICE_LIMIT, (at + 1) * SLICE_LIMIT),
      ports: ports.length === 0 ? null : ports,
    })),
  );
  return slices.length === 0 ? [{ endpoints: null, ports: null }] : slices;
}
