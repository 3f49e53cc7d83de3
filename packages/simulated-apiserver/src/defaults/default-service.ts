import { fnv1a32 } from "@daemonscope/kube/values/fnv";
import type { StoredObject } from "../objects/contract.ts";
import { isJsonObject, type JsonObject, listIn, objectIn } from "../objects/json.ts";

const FIRST_NODE_PORT = 30_000;
const NODE_PORTS = 2768;
const STICKY_SECONDS = 10_800;

/**
 * Sets the API server's defaults of a Service, except the values that the server allocates; edits the object. Source:
 * pkg/apis/core/v1/defaults.go.
 */
export function defaultService(service: StoredObject): void {
  const spec = objectIn(service, "spec");
  service.spec = spec;
  if ((spec.type ?? "") === "") spec.type = "ClusterIP";
  if (spec.type !== "ExternalName") spec.internalTrafficPolicy ??= "Cluster";
  if ((spec.sessionAffinity ?? "") === "") spec.sessionAffinity = "None";
  if (spec.sessionAffinity === "None") delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === "ClientIP" && objectIn(spec.sessionAffinityConfig, "clientIP").timeoutSeconds === undefined)
    spec.sessionAffinityConfig = { clientIP: { timeoutSeconds: STICKY_SECONDS } };
  const hasExternalAddress = spec.type === "ClusterIP" && listIn(spec, "externalIPs").length > 0;
  const isExternal = spec.type === "NodePort" || spec.type === "LoadBalancer" || hasExternalAddress;
  if (isExternal) spec.externalTrafficPolicy ??= "Cluster";
  if (spec.type === "LoadBalancer") spec.allocateLoadBalancerNodePorts ??= true;
  for (const port of listIn(spec, "ports")) {
    if (!isJsonObject(port)) continue;
    if ((port.protocol ?? "") === "") port.protocol = "TCP";
    if (port.targetPort === undefined || port.targetPort === 0 || port.targetPort === "") port.targetPort = port.port ?? 0;
  }
  service.status ??= { loadBalancer: {} };
}

/**
 * Allocates the addresses and node ports that a Service does not request; edits the object. Both derive from the uid of
 * the Service. Two Services with one address are unlikely, and nothing is routed. Source:
 * pkg/registry/core/service/storage/alloc.go.
 */
export function allocateAddresses(service: StoredObject): void {
  const spec = objectIn(service, "spec");
  allocate(spec, fnv1a32(service.metadata.uid), spec.type === "NodePort" || spec.type === "LoadBalancer");
}

function allocate(spec: JsonObject, hash: number, hasNodePorts: boolean): void {
  if (spec.type === "ExternalName") return;
  const isHeadlessWithoutSelector = spec.clusterIP === "None" && Object.keys(objectIn(spec, "selector")).length === 0;
  spec.clusterIP ??= `10.96.${(hash >>> 8) % 256}.${1 + (hash % 254)}`;
  spec.clusterIPs ??= [spec.clusterIP];
  spec.ipFamilyPolicy ??= isHeadlessWithoutSelector ? "RequireDualStack" : "SingleStack";
  // A headless Service without a selector may use either family.
  spec.ipFamilies ??= isHeadlessWithoutSelector && spec.ipFamilyPolicy !== "SingleStack" ? ["IPv4", "IPv6"] : ["IPv4"];
  if (hasNodePorts)
    for (const [at, port] of listIn(spec, "ports").entries())
      if (isJsonObject(port)) port.nodePort ??= FIRST_NODE_PORT + ((hash + at) % NODE_PORTS);
}
