import { milliQuantity } from "@daemonscope/kube/values/quantity";
import { isJsonObject, type JsonObject, listIn, objectIn } from "@daemonscope/simulated-apiserver/objects/json";
import { containersOf } from "@daemonscope/simulated-apiserver/objects/objects";

export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** The needs of a pod on a node: resources by name in thousandths, so that sums are exact, and host ports. */
export interface PodNeeds {
  readonly requests: ReadonlyMap<string, number>;
  readonly hostPorts: readonly HostPort[];
}

const known = new WeakMap<object, PodNeeds>();

/**
 * Reads a pod spec once. Stored parts are frozen, and the versions of a pod and the pods of one template share the
 * containers.
 */
export function needsOf(podSpec: JsonObject): PodNeeds {
  // An overhead is rare, and a spec without containers rarer.
  const { containers } = podSpec;
  const part = podSpec.overhead === undefined && Array.isArray(containers) ? containers : podSpec;
  let needs = known.get(part);
  if (needs === undefined) {
    needs = { requests: requestsOf(podSpec), hostPorts: hostPortsOf(podSpec) };
    known.set(part, needs);
  }
  return needs;
}

const initContainersOf = (podSpec: JsonObject): readonly JsonObject[] => listIn(podSpec, "initContainers").filter(isJsonObject);
/** An init container that keeps running next to the others. */
const isSidecar = (container: JsonObject): boolean => container.restartPolicy === "Always";

function amountsOf(container: JsonObject): ReadonlyMap<string, number> {
  const resources = objectIn(container, "resources");
  // A limit without a request is also the request.
  const amounts = { ...objectIn(resources, "limits"), ...objectIn(resources, "requests") };
  return new Map(Object.entries(amounts).map(([name, amount]) => [name, milliQuantity(String(amount)) ?? 0]));
}

const sumOf = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...a.keys(), ...b.keys()].map((name) => [name, (a.get(name) ?? 0) + (b.get(name) ?? 0)]));
const mostOf = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...a.keys(), ...b.keys()].map((name) => [name, Math.max(a.get(name) ?? 0, b.get(name) ?? 0)]));

/**
 * Returns a pod's peak request: all its containers with its sidecars, or one init container with the sidecars before
 * it, plus the overhead. Source: component-helpers resource, PodRequests.
 */
function requestsOf(podSpec: JsonObject): ReadonlyMap<string, number> {
  let sidecars: ReadonlyMap<string, number> = new Map();
  let hungriest: ReadonlyMap<string, number> = new Map();
  for (const container of initContainersOf(podSpec)) {
    const amounts = amountsOf(container);
    if (isSidecar(container)) sidecars = sumOf(sidecars, amounts);
    hungriest = mostOf(hungriest, isSidecar(container) ? sidecars : sumOf(sidecars, amounts));
  }
  const all = containersOf(podSpec).map(amountsOf).reduce(sumOf, sidecars);
  return sumOf(mostOf(all, hungriest), amountsOf({ resources: { requests: objectIn(podSpec, "overhead") } }));
}

function hostPortsOf(podSpec: JsonObject): readonly HostPort[] {
  const ports: HostPort[] = [];
  for (const container of [...initContainersOf(podSpec).filter(isSidecar), ...containersOf(podSpec)])
    for (const port of listIn(container, "ports"))
      if (isJsonObject(port) && typeof port.hostPort === "number" && port.hostPort > 0)
        ports.push({ ip: String(port.hostIP ?? "") || "0.0.0.0", protocol: String(port.protocol ?? "TCP"), port: port.hostPort });
  return ports;
}

/** The protocol and port are equal, and the addresses are equal or one is all addresses. */
export function portsClash(a: HostPort, b: HostPort): boolean {
  return a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === "0.0.0.0" || b.ip === "0.0.0.0");
}
