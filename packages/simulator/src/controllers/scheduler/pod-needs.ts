import { milliQuantity } from "@daemonscope/kube/values/quantity";
import { isJsonObject, type JsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { containersOf } from "@daemonscope/simulated-apiserver/objects/objects";

interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** The needs of a pod on a node. Resources are in thousandths, so that sums are exact. */
interface PodNeeds {
  readonly requests: ReadonlyMap<string, number>;
  readonly hostPorts: readonly HostPort[];
}

const needsByPart = new WeakMap<object, PodNeeds>();

/**
 * Returns the needs of a pod spec and caches them. Stored parts are frozen. The versions of a pod, and the pods of one
 * template, share their containers.
 */
export function needsOf(podSpec: JsonObject): PodNeeds {
  // The containers alone are the key of most specs, because few have an overhead or resources of the pod.
  const { containers, overhead, resources } = podSpec;
  const part = overhead === undefined && resources === undefined && Array.isArray(containers) ? containers : podSpec;
  let needs = needsByPart.get(part);
  if (needs === undefined) {
    needs = { requests: requestsOf(podSpec), hostPorts: hostPortsOf(podSpec) };
    needsByPart.set(part, needs);
  }
  return needs;
}

const initContainersOf = (podSpec: JsonObject): readonly JsonObject[] => listIn(podSpec, "initContainers").filter(isJsonObject);
/** Reports whether an init container keeps running next to the others. */
const isSidecar = (container: JsonObject): boolean => container.restartPolicy === "Always";

function amountsOf(part: JsonObject): ReadonlyMap<string, number> {
  const resources = objectIn(part, "resources");
  // A limit without a request is also the request.
  const amounts = { ...objectIn(resources, "limits"), ...objectIn(resources, "requests") };
  return new Map(Object.entries(amounts).map(([name, amount]) => [name, milliQuantity(String(amount)) ?? 0]));
}

const sumOf = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...a.keys(), ...b.keys()].map((name) => [name, (a.get(name) ?? 0) + (b.get(name) ?? 0)]));
const maxOf = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...a.keys(), ...b.keys()].map((name) => [name, Math.max(a.get(name) ?? 0, b.get(name) ?? 0)]));

/**
 * Returns a pod's peak request: all its containers with its sidecars, or one init container with the sidecars before
 * it, plus the overhead. Source: component-helpers resource, PodRequests.
 */
function requestsOf(podSpec: JsonObject): ReadonlyMap<string, number> {
  let sidecars: ReadonlyMap<string, number> = new Map();
  let initPeak: ReadonlyMap<string, number> = new Map();
  for (const container of initContainersOf(podSpec)) {
    const amounts = amountsOf(container);
    if (isSidecar(container)) sidecars = sumOf(sidecars, amounts);
    initPeak = maxOf(initPeak, isSidecar(container) ? sidecars : sumOf(sidecars, amounts));
  }
  const all = containersOf(podSpec).map(amountsOf).reduce(sumOf, sidecars);
  const ofPod = amountsOf({ resources: { requests: objectIn(objectIn(podSpec, "resources"), "requests") } });
  return sumOf(new Map([...maxOf(all, initPeak), ...ofPod]), amountsOf({ resources: { requests: objectIn(podSpec, "overhead") } }));
}

function hostPortsOf(podSpec: JsonObject): readonly HostPort[] {
  const ports: HostPort[] = [];
  for (const container of [...initContainersOf(podSpec).filter(isSidecar), ...containersOf(podSpec)])
    for (const port of listIn(container, "ports"))
      if (isJsonObject(port) && typeof port.hostPort === "number" && port.hostPort > 0)
        ports.push({ ip: String(port.hostIP ?? "") || "0.0.0.0", protocol: String(port.protocol ?? "TCP"), port: port.hostPort });
  return ports;
}

/** Reports whether two host ports conflict: they differ at most in an address, and one covers the other. */
export function portsClash(a: HostPort, b: HostPort): boolean {
  return a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === "0.0.0.0" || b.ip === "0.0.0.0");
}
