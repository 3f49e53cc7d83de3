import { fnv1a32 } from "@daemonscope/kube/fnv";
import type { StoredObject } from "./contract.ts";
import { isJsonObject, type JsonObject, listIn, objectIn } from "./json.ts";

const FIRST_NODE_PORT = 30_000;
const NODE_PORTS = 2768;

/** Fills in what the API server fills in of a Service, addresses and node ports too; edits the object. They follow from its uid: two Services of
 *  one address are unlikely, and nothing routes. Source: pkg/apis/core/v1/defaults.go, pkg/registry/core/service. */
export function defaultService(service: StoredObject): void {
  const spec = objectIn(service, "spec");
  spec.type ??= "ClusterIP";
  spec.internalTrafficPolicy ??= "Cluster";
  spec.sessionAffinity ??= "None";
  const hasNodePorts = spec.type === "NodePort" || spec.type === "LoadBalancer";
  if (hasNodePorts) spec.externalTrafficPolicy ??= "Cluster";
  for (const port of listIn(spec, "ports")) {
    if (!isJsonObject(port)) continue;
    port.protocol ??= "TCP";
    port.targetPort ??= port.port;
  }
  service.spec = spec;
  service.status ??= { loadBalancer: {} };
  // One that is not stored yet has neither a uid nor addresses.
  if ((service.metadata.uid ?? "") !== "") allocate(spec, fnv1a32(service.metadata.uid), hasNodePorts);
}

function allocate(spec: JsonObject, hash: number, hasNodePorts: boolean): void {
  if (spec.type === "ExternalName") return;
  spec.clusterIP ??= `10.96.${(hash >>> 8) % 256}.${1 + (hash % 254)}`;
  spec.clusterIPs ??= [spec.clusterIP];
  spec.ipFamilies ??= ["IPv4"];
  spec.ipFamilyPolicy ??= "SingleStack";
  if (hasNodePorts)
    for (const [at, port] of listIn(spec, "ports").entries())
      if (isJsonObject(port)) port.nodePort ??= FIRST_NODE_PORT + ((hash + at) % NODE_PORTS);
}
