import type { StringMap } from "@daemonscope/kube/objects";
import { integerField, type Json, mapField, objectField, objectsField, textField } from "@daemonscope/kube-client/decode/fields";
import type { ServicePort } from "@daemonscope/shared/http/reach";

/** The fields of a Service that determine its endpoints. */
export interface DecodedService {
  readonly name: string;
  readonly type: string;
  readonly clusterIP: string;
  readonly internalTrafficPolicy: string;
  readonly selector: StringMap;
  readonly ports: readonly ServicePort[];
}

/** An address of an EndpointSlice, with its Service, pod and node. */
export interface EndpointAddress {
  readonly service: string;
  readonly address: string;
  readonly pod: string;
  readonly node: string;
  readonly ready: boolean;
  readonly serving: boolean;
  readonly terminating: boolean;
}

/** Decodes a Service; undefined for one without a selector, whose endpoints are maintained by hand. */
export function decodeService(value: Json): DecodedService | undefined {
  const spec = objectField(value, "spec");
  const selector = mapField(spec, "selector");
  if (Object.keys(selector).length === 0) return undefined;
  return {
    name: textField(objectField(value, "metadata"), "name") ?? "",
    type: textField(spec, "type") ?? "ClusterIP",
    clusterIP: textField(spec, "clusterIP") ?? "",
    internalTrafficPolicy: textField(spec, "internalTrafficPolicy") ?? "Cluster",
    selector,
    ports: objectsField(spec, "ports").map((port) => {
      const nodePort = integerField(port, "nodePort");
      return {
        name: textField(port, "name") ?? "",
        port: integerField(port, "port"),
        targetPort: textField(port, "targetPort") ?? String(integerField(port, "targetPort", integerField(port, "port"))),
        protocol: textField(port, "protocol") ?? "TCP",
        nodePort: nodePort > 0 ? nodePort : undefined,
      };
    }),
  };
}

/**
 * Returns the first address of each endpoint of an EndpointSlice. A missing `ready` means true, a missing `serving`
 * equals `ready`, and a missing `terminating` means false (EndpointConditions).
 */
export function decodeSlice(value: Json): readonly EndpointAddress[] {
  const service = mapField(objectField(value, "metadata"), "labels")["kubernetes.io/service-name"] ?? "";
  return objectsField(value, "endpoints").map((endpoint) => {
    const conditions = objectField(endpoint, "conditions");
    const ready = conditions.ready !== false;
    const { addresses } = endpoint;
    return {
      service,
      address: Array.isArray(addresses) && typeof addresses[0] === "string" ? addresses[0] : "",
      pod: textField(objectField(endpoint, "targetRef"), "name") ?? "",
      node: textField(endpoint, "nodeName") ?? "",
      ready,
      serving: typeof conditions.serving === "boolean" ? conditions.serving : ready,
      terminating: conditions.terminating === true,
    };
  });
}
