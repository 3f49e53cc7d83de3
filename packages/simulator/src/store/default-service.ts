import { fnv1a32 } from "@daemonscope/kube/fnv";
import type { StoredObject } from "./contract.ts";
import { isJsonObject, listIn, objectIn } from "./json.ts";

const FIRST_NODE_PORT = 30_000;
const NODE_PORTS = 2768;

/** Fills in what the API server fills in of a Service, addresses and node ports too; edits the object. They follow from its uid: two Services of
 *  one address are unlikely, and nothing routes. Source: pkg/apis/core/v1/defaults.go, pkg/registry/core/service. */
export function defaultService(service: StoredObject): void {
  const spec = objectIn(service, "spec");
  const hash = fnv1a32(service.metadata.uid);
  spec.type ??= "ClusterIP";
  spec.clusterIP ??= `10.96.${(hash >>> 8) % 256}.${1 + (hash % 254)}`;
  spec.clusterIPs ??= [spec.clusterIP];
  spec.internalTrafficPolicy ??= "Cluster";
  spec.ipFamilies ??= ["IPv4"];
  spec.ipFamilyPolicy ??= "SingleStack";
  spec.sessionAffinity ??= "None";
  const hasNodePorts = spec.type === "NodePort" || spec.type === "LoadBalancer";
  if (hasNodePorts) spec.externalTrafficPolicy ??= "Cluster";
  for (const [at, port] of listIn(spec, "ports").entries()) {
    if (!isJsonObject(port)) continue;
    port.protocol ??= "TCP";
    port.targetPort ??= port.port;
    if (hasNodePorts) port.nodePort ??= FIRST_NODE_PORT + ((hash + at) % NODE_PORTS);
  }
  service.spec = spec;
  service.status ??= { loadBalancer: {} };
}
