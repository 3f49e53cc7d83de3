import { type JsonObject, listIn, objectIn, textIn } from "../objects/json.ts";

/** Returns the warnings of the API server about an accepted Service. Source: pkg/api/service/warnings.go. */
export function serviceWarnings(service: JsonObject): readonly string[] {
  const spec = objectIn(service, "spec");
  const type = textIn(spec, "type");
  const hasExternalIps = listIn(spec, "externalIPs").length > 0;
  const isHeadless = type === "ClusterIP" && spec.clusterIP === "None";
  const isExternalName = type === "ExternalName";
  const checks: readonly (readonly [boolean, string])[] = [
    [
      objectIn(objectIn(service, "metadata"), "annotations")["service.kubernetes.io/topology-aware-hints"] !== undefined,
      "annotation service.kubernetes.io/topology-aware-hints is deprecated, please use service.kubernetes.io/topology-mode instead",
    ],
    [isHeadless && textIn(spec, "loadBalancerIP") !== "", "spec.loadBalancerIP is ignored for headless services"],
    [isHeadless && hasExternalIps, "spec.externalIPs is ignored for headless services"],
    [isHeadless && spec.sessionAffinity !== "None", "spec.SessionAffinity is ignored for headless services"],
    [hasExternalIps && !isHeadless && !isExternalName, "spec.externalIPs is deprecated and may no longer be implemented in some clusters"],
    [isExternalName && hasExternalIps, 'spec.externalIPs is ignored when spec.type is "ExternalName"'],
    [!isExternalName && textIn(spec, "externalName") !== "", 'spec.externalName is ignored when spec.type is not "ExternalName"'],
    [spec.trafficDistribution === "PreferClose", 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'],
  ];
  return checks.filter(([applies]) => applies).map(([, warning]) => warning);
}
