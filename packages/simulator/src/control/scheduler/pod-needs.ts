import { milliQuantity } from "@daemonscope/kube/quantity";
import { isJsonObject, type JsonObject, listIn, objectIn } from "../../store/json.ts";
import { containersOf } from "../objects.ts";

export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** What a pod takes from a node: resources by name in thousandths, so that sums are exact, and ports of the host. */
export interface PodNeeds {
  readonly requests: ReadonlyMap<string, number>;
  readonly hostPorts: readonly HostPort[];
}

const known = new WeakMap<object, PodNeeds>();

/** Reads a pod spec once: stored specs are frozen and shared by the versions of their pod. */
export function needsOf(podSpec: JsonObject): PodNeeds {
  let needs = known.get(podSpec);
  if (needs === undefined) {
    needs = { requests: requestsOf(podSpec), hostPorts: hostPortsOf(podSpec) };
    known.set(podSpec, needs);
  }
  return needs;
}

function requestsOf(podSpec: JsonObject): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const container of containersOf(podSpec)) {
    const resources = objectIn(container, "resources");
    // A limit without a request is the request too.
    for (const [name, amount] of Object.entries({ ...objectIn(resources, "limits"), ...objectIn(resources, "requests") }))
      sums.set(name, (sums.get(name) ?? 0) + (milliQuantity(String(amount)) ?? 0));
  }
  for (const [name, amount] of Object.entries(objectIn(podSpec, "overhead")))
    sums.set(name, (sums.get(name) ?? 0) + (milliQuantity(String(amount)) ?? 0));
  return sums;
}

function hostPortsOf(podSpec: JsonObject): readonly HostPort[] {
  const ports: HostPort[] = [];
  for (const container of containersOf(podSpec))
    for (const port of listIn(container, "ports"))
      if (isJsonObject(port) && typeof port.hostPort === "number" && port.hostPort > 0)
        ports.push({ ip: String(port.hostIP ?? "") || "0.0.0.0", protocol: String(port.protocol ?? "TCP"), port: port.hostPort });
  return ports;
}

/** Same protocol and port, and the addresses are equal or one is all addresses. */
export function portsClash(a: HostPort, b: HostPort): boolean {
  return a.port === b.port && a.protocol === b.protocol && (a.ip === b.ip || a.ip === "0.0.0.0" || b.ip === "0.0.0.0");
}
