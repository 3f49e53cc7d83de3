import type { StoredObject } from "../../objects/contract.ts";
import type { FieldError } from "../../objects/failures.ts";
import { listIn, objectIn } from "../../objects/json.ts";
import { eachProblem, forbiddenValue, invalidValue, labelErrors, notSupported, required } from "../fields/field-errors.ts";
import { endpointProblems, familyOf, familyOfBlock, NO_CIDR, NO_IP } from "../fields/ip-address.ts";
import type { KindValidation } from "../fields/kind-validation.ts";
import { dnsLabelProblems, labelKeyProblems, subdomainProblems } from "../fields/label-problems.ts";
import { objectMetaChangeErrors, objectMetaErrors } from "../fields/validate-metadata.ts";
import { addressChangeErrors, addressesOf, isHeadless, serviceAddressErrors } from "./validate-service-addresses.ts";
import { portNumberErrors, portPairErrors, portsOf, servicePortErrors } from "./validate-service-ports.ts";

const TYPES = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
const TRAFFIC = ["Cluster", "Local"];
const DISTRIBUTIONS = ["PreferClose", "PreferSameZone", "PreferSameNode"];
const BALANCERS_ONLY = "may only be used when `type` is 'LoadBalancer'";

function typeErrors(service: StoredObject): readonly FieldError[] {
  const spec = objectIn(service, "spec");
  const none = (field: string) => forbiddenValue(`spec.${field}`, "may not be set for ExternalName services");
  switch (spec.type) {
    case "LoadBalancer":
    case "NodePort":
      return isHeadless(service) ? [invalidValue("spec.clusterIPs[0]", "None", `may not be set to 'None' for ${spec.type} services`)] : [];
    case "ExternalName": {
      const target = String(spec.externalName ?? "").replace(/\.$/, "");
      return [
        ...(addressesOf(service).length > 0 ? [none("clusterIPs")] : []),
        ...(target === "" ? [required("spec.externalName")] : eachProblem("spec.externalName", target, subdomainProblems(target))),
      ];
    }
    default:
      return [];
  }
}

function affinityErrors(service: StoredObject): readonly FieldError[] {
  const spec = objectIn(service, "spec");
  const { sessionAffinity: affinity, sessionAffinityConfig: config = null } = spec;
  if (affinity === "None")
    return config === null ? [] : [forbiddenValue("spec.sessionAffinityConfig", "must not be set when session affinity is None")];
  if (affinity !== "ClientIP") return [notSupported("spec.sessionAffinity", affinity, ["ClientIP", "None"])];
  const { timeoutSeconds } = objectIn(config, "clientIP");
  const isValid = typeof timeoutSeconds === "number" && timeoutSeconds > 0 && timeoutSeconds <= 86_400;
  const field = "spec.sessionAffinityConfig.clientIP.timeoutSeconds";
  return isValid ? [] : [invalidValue(field, timeoutSeconds, "must be greater than 0 and less than 86400")];
}

function balancerErrors(service: StoredObject): readonly FieldError[] {
  const spec = objectIn(service, "spec");
  const isBalancer = spec.type === "LoadBalancer";
  // The API server's own name for the path.
  const rangesPath = "spec.LoadBalancerSourceRanges";
  const sourceRanges = listIn(spec, "loadBalancerSourceRanges").map((range) => String(range).trim());
  const { loadBalancerClass } = spec;
  return [
    ...(sourceRanges.length > 0 && !isBalancer ? [forbiddenValue(rangesPath, BALANCERS_ONLY)] : []),
    ...sourceRanges.flatMap((range, at) =>
      familyOfBlock(range) === undefined ? [invalidValue(`${rangesPath}[${at}]`, range, NO_CIDR)] : [],
    ),
    ...(typeof spec.allocateLoadBalancerNodePorts === "boolean" && !isBalancer
      ? [forbiddenValue("spec.allocateLoadBalancerNodePorts", BALANCERS_ONLY)]
      : []),
    ...(typeof loadBalancerClass !== "string"
      ? []
      : isBalancer
        ? eachProblem("spec.loadBalancerClass", loadBalancerClass, labelKeyProblems(loadBalancerClass))
        : [forbiddenValue("spec.loadBalancerClass", BALANCERS_ONLY)]),
  ];
}

function isReachedFromOutside(service: StoredObject): boolean {
  const spec = objectIn(service, "spec");
  return spec.type === "LoadBalancer" || spec.type === "NodePort" || (spec.type === "ClusterIP" && listIn(spec, "externalIPs").length > 0);
}

function trafficErrors(service: StoredObject): readonly FieldError[] {
  const spec = objectIn(service, "spec");
  const {
    externalTrafficPolicy: outer = "",
    internalTrafficPolicy: inner,
    healthCheckNodePort: healthCheckPort = 0,
    trafficDistribution,
  } = spec;
  const errors: FieldError[] = [];
  const field = "spec.externalTrafficPolicy";
  if (isReachedFromOutside(service)) {
    if (!TRAFFIC.includes(String(outer))) errors.push(notSupported(field, outer, TRAFFIC));
  } else if (outer !== "") errors.push(invalidValue(field, outer, "may only be set for externally-accessible services"));
  if (spec.type === "LoadBalancer" && outer === "Local") errors.push(...portNumberErrors(healthCheckPort, "spec.healthCheckNodePort"));
  else if (healthCheckPort !== 0) {
    const why = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.push(invalidValue("spec.healthCheckNodePort", healthCheckPort, why));
  }
  if (inner !== undefined && !TRAFFIC.includes(String(inner))) errors.push(notSupported("spec.internalTrafficPolicy", inner, TRAFFIC));
  if (typeof trafficDistribution === "string" && !DISTRIBUTIONS.includes(trafficDistribution))
    errors.push(notSupported("spec.trafficDistribution", trafficDistribution, DISTRIBUTIONS));
  return errors;
}

function specErrors(service: StoredObject): readonly FieldError[] {
  const spec = objectIn(service, "spec");
  const needsPorts = !isHeadless(service) && spec.type !== "ExternalName";
  return [
    ...(needsPorts && portsOf(service).length === 0 ? [required("spec.ports")] : []),
    ...typeErrors(service),
    ...servicePortErrors(service),
    ...labelErrors(spec.selector, "spec.selector"),
    ...affinityErrors(service),
    ...serviceAddressErrors(service),
    ...listIn(spec, "externalIPs").flatMap((value, at) => {
      const address = String(value);
      return eachProblem(`spec.externalIPs[${at}]`, address, familyOf(address) === undefined ? [NO_IP] : endpointProblems(address));
    }),
    ...(TYPES.includes(String(spec.type)) ? [] : [notSupported("spec.type", spec.type, TYPES)]),
    ...portPairErrors(service),
    ...balancerErrors(service),
    ...trafficErrors(service),
  ];
}

/** Source: pkg/apis/core/validation, ValidateServiceCreate, ValidateServiceUpdate and validateService. */
export const SERVICE_VALIDATION: KindValidation = {
  createErrors: (service) => [...objectMetaErrors(service, dnsLabelProblems), ...specErrors(service)],
  updateErrors: (service, before) => [
    ...objectMetaChangeErrors(service, before),
    ...addressChangeErrors(service, before),
    ...specErrors(service),
  ],
};
