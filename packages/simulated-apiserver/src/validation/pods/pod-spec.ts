import type { FieldError } from "../../objects/failures.ts";
import { type JsonObject, numberIn, objectsIn, optionalIn, textIn } from "../../objects/json.ts";
import {
  duplicateValue,
  eachProblem,
  forbiddenValue,
  invalidValue,
  labelErrors,
  labelKeyErrors,
  notSupported,
  rangeErrors,
  required,
} from "../fields/field-errors.ts";
import { dnsLabelProblems, subdomainProblems } from "../fields/label-problems.ts";
import { labelSelectorErrors } from "../fields/validate-label-selector.ts";
import type { PodParts } from "./containers/container.ts";
import { hostNetworkPortErrors } from "./containers/container-ports.ts";
import { ephemeralContainerErrors, initContainerErrors, mainContainerErrors } from "./containers/containers.ts";
import { fileVolumeErrors } from "./containers/environment.ts";
import { resourceErrors } from "./containers/resources.ts";
import { podSecurityContextErrors } from "./containers/security-context.ts";
import { dnsConfigErrors, dnsPolicyErrors, hostAliasErrors, hostnameErrors, hostnameOverrideErrors } from "./names-in-the-network.ts";
import { hostProcessErrors, hostUserErrors, operatingSystemErrors } from "./operating-system.ts";
import { affinityErrors, matchKeyErrors } from "./placement/affinity.ts";
import { tolerationErrors } from "./placement/tolerations.ts";
import { readVolumes } from "./volumes/volumes.ts";

const RESTART_POLICIES = ["Always", "OnFailure", "Never"];
const PREEMPTION_POLICIES = ["PreemptLowerPriority", "Never"];
const INT32_MAX = 2 ** 31 - 1;

function restartPolicyErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const policy = textIn(podSpec, "restartPolicy");
  if (policy === "") return [required(`${base}.restartPolicy`)];
  return RESTART_POLICIES.includes(policy) ? [] : [notSupported(`${base}.restartPolicy`, policy, RESTART_POLICIES)];
}

/** Source: pkg/apis/core/validation, validateReadinessGates and validateSchedulingGates. */
function gateErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const seen = new Set<string>();
  return [
    ...objectsIn(podSpec, "readinessGates").flatMap((gate, at) =>
      labelKeyErrors(textIn(gate, "conditionType"), `${base}.readinessGates[${at}].conditionType`),
    ),
    ...objectsIn(podSpec, "schedulingGates").flatMap((gate, at) => {
      const field = `${base}.schedulingGates[${at}]`;
      const name = textIn(gate, "name");
      const repeats = seen.has(name);
      seen.add(name);
      return [...labelKeyErrors(name, field), ...(repeats ? [duplicateValue(field, name)] : [])];
    }),
  ];
}

/** Returns the errors of another object's name; an absent name is valid. */
function nameErrors(podSpec: JsonObject, part: string, base: string): readonly FieldError[] {
  const name = textIn(podSpec, part);
  return name === "" ? [] : eachProblem(`${base}.${part}`, name, subdomainProblems(name));
}

function preemptionErrors({ preemptionPolicy }: JsonObject, base: string): readonly FieldError[] {
  if (preemptionPolicy === undefined || PREEMPTION_POLICIES.includes(String(preemptionPolicy))) return [];
  return [notSupported(`${base}.preemptionPolicy`, preemptionPolicy, PREEMPTION_POLICIES)];
}

/**
 * Returns the errors of pod-level resources. They are not compared with those of the containers. Source: same,
 * validatePodResources.
 */
function podResourceErrors(podSpec: JsonObject, claims: ReadonlySet<string>, base: string): readonly FieldError[] {
  const resources = optionalIn(podSpec, "resources");
  if (resources === undefined) return [];
  const field = `${base}.resources`;
  if (textIn(optionalIn(podSpec, "os") ?? {}, "name") === "windows") return [forbiddenValue(field, "may not be set for a windows pod")];
  return [
    ...(resources.claims === undefined ? [] : [forbiddenValue(`${field}.claims`, "claims may not be set for Resources at pod-level")]),
    ...resourceErrors(resources, "pod", claims, field),
  ];
}

const ACTIONS = ["DoNotSchedule", "ScheduleAnyway"];
const POLICIES = ["Honor", "Ignore"];

const positiveErrors = (value: unknown, field: string): readonly FieldError[] =>
  Number(value ?? 0) > 0 ? [] : [invalidValue(field, Number(value ?? 0), "must be greater than zero")];

/**
 * Returns the errors of a pod spec's spread constraints. Source: pkg/apis/core/validation,
 * validateTopologySpreadConstraints.
 */
function topologySpreadErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const constraints = objectsIn(podSpec, "topologySpreadConstraints");
  return constraints.flatMap((constraint, at) => {
    const field = `${base}.topologySpreadConstraints[${at}]`;
    const topologyKey = textIn(constraint, "topologyKey");
    const action = textIn(constraint, "whenUnsatisfiable");
    const errors: FieldError[] = [...positiveErrors(constraint.maxSkew, `${field}.maxSkew`)];
    if (topologyKey === "") errors.push(required(`${field}.topologyKey`, "can not be empty"));
    if (!ACTIONS.includes(action)) errors.push(notSupported(`${field}.whenUnsatisfiable`, action, ACTIONS));
    const repeats = constraints
      .slice(at + 1)
      .some((other) => textIn(other, "topologyKey") === topologyKey && textIn(other, "whenUnsatisfiable") === action);
    if (repeats) errors.push(duplicateValue(`${field}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${action}}`));
    const { minDomains } = constraint;
    if (minDomains !== undefined && minDomains !== null) {
      errors.push(...positiveErrors(minDomains, `${field}.minDomains`));
      if (action !== "DoNotSchedule")
        errors.push(
          invalidValue(`${field}.minDomains`, minDomains, `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`),
        );
    }
    for (const name of ["nodeAffinityPolicy", "nodeTaintsPolicy"]) {
      const policy = constraint[name];
      if (policy !== undefined && !POLICIES.includes(String(policy))) errors.push(notSupported(`${field}.${name}`, policy, POLICIES));
    }
    errors.push(...matchKeyErrors({ ...constraint, mismatchLabelKeys: [] }, field));
    errors.push(...labelSelectorErrors(optionalIn(constraint, "labelSelector"), `${field}.labelSelector`));
    return errors;
  });
}

const claimNames = (podSpec: JsonObject): ReadonlySet<string> =>
  new Set(
    objectsIn(podSpec, "resourceClaims")
      .map((claim) => textIn(claim, "name"))
      .filter((name) => name !== ""),
  );

/** Returns the errors of a pod spec's claims. Source: pkg/apis/core/validation, validatePodResourceClaims. */
function resourceClaimErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const names = new Set<string>();
  return objectsIn(podSpec, "resourceClaims").flatMap((claim, at) => {
    const field = `${base}.resourceClaims[${at}]`;
    const name = textIn(claim, "name");
    const { resourceClaimName, resourceClaimTemplateName } = claim;
    const errors: FieldError[] = [];
    if (name === "") errors.push(required(`${field}.name`));
    else if (names.has(name)) errors.push(duplicateValue(`${field}.name`, name));
    else errors.push(...eachProblem(`${field}.name`, name, dnsLabelProblems(name)));
    if (name !== "") names.add(name);
    const internalClaim = {
      Name: name,
      ResourceClaimName: resourceClaimName ?? null,
      ResourceClaimTemplateName: resourceClaimTemplateName ?? null,
    };
    if (resourceClaimName !== undefined && resourceClaimTemplateName !== undefined)
      errors.push(invalidValue(field, internalClaim, "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"));
    if (resourceClaimName === undefined && resourceClaimTemplateName === undefined)
      errors.push(invalidValue(field, internalClaim, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"));
    for (const part of ["resourceClaimName", "resourceClaimTemplateName"])
      if (claim[part] !== undefined) errors.push(...eachProblem(`${field}.${part}`, claim[part], subdomainProblems(textIn(claim, part))));
    return errors;
  });
}

/**
 * Returns the errors of a pod spec at `base`, in the API server's order. `podName` is empty in a template. Source:
 * pkg/apis/core/validation, ValidatePodSpec.
 */
export function podSpecErrors(podSpec: JsonObject, base: string, isPod: boolean, podName = ""): readonly FieldError[] {
  const volumes = readVolumes(podSpec, base, isPod, podName);
  const parts: PodParts = {
    volumes: volumes.valid,
    claims: claimNames(podSpec),
    restartPolicy: textIn(podSpec, "restartPolicy"),
    graceSeconds: numberIn(podSpec, "terminationGracePeriodSeconds") ?? 0,
    hostUsers: podSpec.hostUsers !== false,
  };
  const overhead = optionalIn(podSpec, "overhead");
  return [
    ...volumes.errors,
    ...resourceClaimErrors(podSpec, base),
    ...mainContainerErrors(podSpec, parts, base),
    ...initContainerErrors(podSpec, parts, base),
    ...ephemeralContainerErrors(podSpec, parts, base),
    ...podResourceErrors(podSpec, parts.claims, base),
    ...hostNetworkPortErrors(podSpec, base, isPod),
    ...restartPolicyErrors(podSpec, base),
    ...dnsPolicyErrors(podSpec, base),
    ...labelErrors(podSpec.nodeSelector, `${base}.nodeSelector`),
    ...podSecurityContextErrors(podSpec, base),
    ...affinityErrors(podSpec, base),
    ...dnsConfigErrors(podSpec, base),
    ...gateErrors(podSpec, base),
    ...topologySpreadErrors(podSpec, base),
    ...hostProcessErrors(podSpec, base),
    ...hostUserErrors(podSpec, base),
    ...hostnameOverrideErrors(podSpec, base),
    ...nameErrors(podSpec, "serviceAccountName", base),
    ...nameErrors(podSpec, "nodeName", base),
    ...rangeErrors(podSpec.activeDeadlineSeconds, 1, INT32_MAX, `${base}.activeDeadlineSeconds`),
    ...hostnameErrors(podSpec, base),
    ...tolerationErrors(podSpec, base),
    ...hostAliasErrors(podSpec, base),
    ...nameErrors(podSpec, "priorityClassName", base),
    ...(podSpec.runtimeClassName === undefined
      ? []
      : eachProblem(`${base}.runtimeClassName`, podSpec.runtimeClassName, subdomainProblems(textIn(podSpec, "runtimeClassName")))),
    ...preemptionErrors(podSpec, base),
    ...(overhead === undefined ? [] : resourceErrors({ limits: overhead }, "container", new Set(), `${base}.overhead`)),
    ...operatingSystemErrors(podSpec, base),
    ...fileVolumeErrors(podSpec, base),
  ];
}
