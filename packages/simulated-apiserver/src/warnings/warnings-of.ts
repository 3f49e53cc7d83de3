import type { ResourceName, StoredObject } from "../objects/contract.ts";
import { equalJson, type JsonObject, listIn, objectIn, textIn } from "../objects/json.ts";
import { dnsLabelProblems } from "../validation/fields/label-problems.ts";
import { podWarnings } from "./pod-warnings.ts";

const MOUNTABLE_SECRETS = "kubernetes.io/enforce-mountable-secrets";

function nodeWarnings(node: JsonObject): readonly string[] {
  const spec = objectIn(node, "spec");
  return [
    ...((spec.configSource ?? null) === null ? [] : ["spec.configSource: the feature is removed"]),
    ...(textIn(spec, "externalID") === "" ? [] : ["spec.externalID: this field is deprecated, and is unused by Kubernetes"]),
  ];
}

function hostnameWarnings(name: string): readonly string[] {
  const problems = dnsLabelProblems(name);
  if (problems.length === 0) return [];
  return [
    `metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [${problems.join(" ")}]`,
  ];
}

const isSecretsEnforced = (object: StoredObject | undefined): boolean => object?.metadata.annotations?.[MOUNTABLE_SECRETS] !== undefined;

/**
 * Returns the API server's warnings about an accepted object, in its words, each once. `before` is undefined for a new
 * object. Pods get warnings at their creation, DaemonSets also when their template changes.
 */
export function warningsOf(resource: ResourceName, object: StoredObject, before: StoredObject | undefined): readonly string[] {
  return [...new Set(allWarnings(resource, object, before))];
}

/** Returns the warnings of the API server about an accepted Service. Source: pkg/api/service/warnings.go. */
function serviceWarnings(service: JsonObject): readonly string[] {
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

function allWarnings(resource: ResourceName, object: StoredObject, before: StoredObject | undefined): readonly string[] {
  switch (resource) {
    case "pods":
      return before === undefined ? [...hostnameWarnings(object.metadata.name), ...podWarnings(object, "")] : [];
    case "daemonsets": {
      const { template } = objectIn(object, "spec");
      const isSame = before !== undefined && equalJson(template, objectIn(before, "spec").template);
      return isSame ? [] : podWarnings(objectIn(objectIn(object, "spec"), "template"), "spec.template");
    }
    case "services":
      return serviceWarnings(object);
    case "nodes":
      return nodeWarnings(object);
    case "serviceaccounts":
      return isSecretsEnforced(object) && !isSecretsEnforced(before)
        ? [
            `metadata.annotations[${MOUNTABLE_SECRETS}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
          ]
        : [];
    case "endpointslices":
      return before === undefined && object.addressType === "FQDN" ? ["spec.addressType: FQDN endpoints are deprecated"] : [];
    default:
      return [];
  }
}
