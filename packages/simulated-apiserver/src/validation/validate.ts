import { matchesLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { LabelSelector } from "@daemonscope/kube/objects";
import type { BuiltInName, ResourceName, StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { isJsonObject, type JsonObject, listIn, objectIn } from "../objects/json.ts";
import type { StoredOnlyName } from "../objects/stored-only-names.ts";
import { STORED_ONLY_RESOURCES } from "../objects/stored-only-resources.ts";
import { changed, forbiddenValue, invalidValue, negative, notSupported, required } from "./fields/field-errors.ts";
import { intOrPercentErrors, numericPart, overHundredErrors } from "./fields/int-or-percent.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { subdomainProblems } from "./fields/label-problems.ts";
import { labelSelectorErrors } from "./fields/validate-label-selector.ts";
import {
  metadataChangeErrors,
  metadataErrors,
  type NameRule,
  objectMetaChangeErrors,
  objectMetaErrors,
  pathSegmentProblems,
} from "./fields/validate-metadata.ts";
import { newPodErrors, podUpdateErrors } from "./pods/pod.ts";
import { podTemplateErrors } from "./pods/pod-template.ts";
import { SERVICE_VALIDATION } from "./services/validate-service.ts";
import { CONFIG_MAP_VALIDATION } from "./validate-config-map.ts";
import { DEFINITION_VALIDATION } from "./validate-definition.ts";
import { ENDPOINT_SLICE_VALIDATION } from "./validate-endpoint-slice.ts";
import { NODE_VALIDATION, nodeStatusErrors } from "./validate-node.ts";
import {
  CONTROLLER_REVISION_VALIDATION,
  DISRUPTION_BUDGET_VALIDATION,
  EVENT_VALIDATION,
  NAMESPACE_VALIDATION,
  PRIORITY_CLASS_VALIDATION,
} from "./validate-other-kinds.ts";
import { podStatusErrors } from "./validate-pod-status.ts";
import { DEPLOYMENT_VALIDATION, REPLICA_SET_VALIDATION } from "./validate-replicas.ts";

function rollingUpdateErrors(strategy: unknown): readonly FieldError[] {
  const base = "spec.updateStrategy.rollingUpdate";
  const { maxUnavailable = 0, maxSurge = 0 } = objectIn(strategy, "rollingUpdate");
  const limits = Object.entries({ maxUnavailable, maxSurge });
  const errors: FieldError[] = [
    ...limits.flatMap(([field, value]) => intOrPercentErrors(value, `${base}.${field}`)),
    ...limits.flatMap(([field, value]) => overHundredErrors(value, `${base}.${field}`)),
  ];
  if (numericPart(maxUnavailable) !== 0 && numericPart(maxSurge) !== 0)
    errors.push(invalidValue(`${base}.maxSurge`, maxSurge, "may not be set when maxUnavailable is non-zero"));
  if (numericPart(maxUnavailable) === 0 && numericPart(maxSurge) === 0)
    errors.push(required(`${base}.maxUnavailable`, "cannot be 0 when maxSurge is 0"));
  return errors;
}

/** Returns the selector, as far as its types are valid. */
function selectorIn(spec: unknown): LabelSelector {
  const selector = objectIn(spec, "selector");
  return {
    matchLabels: objectIn(selector, "matchLabels") as Record<string, string>,
    matchExpressions: listIn(selector, "matchExpressions")
      .filter(isJsonObject)
      .map((expression) => ({
        key: String(expression.key),
        operator: String(expression.operator),
        values: listIn(expression, "values") as string[],
      })),
  };
}

function daemonSetSpecErrors(object: StoredObject): readonly FieldError[] {
  const spec = objectIn(object, "spec");
  const template = objectIn(spec, "template");
  const podSpec = objectIn(template, "spec");
  const selector = selectorIn(spec);
  const templateLabels = objectIn(objectIn(template, "metadata"), "labels") as Record<string, string>;
  const selectorErrors = labelSelectorErrors(spec.selector, "spec.selector");
  const errors: FieldError[] = [...selectorErrors];
  // A missing selector selects nothing, and an empty one everything. A selector that cannot be read is not evaluated.
  const selects = (spec.selector ?? null) !== null;
  if (selects && Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0)
    errors.push(invalidValue("spec.selector", {}, "empty selector is invalid for daemonset"));
  else if (!selects || (selectorErrors.length === 0 && !matchesLabelSelector(selector, templateLabels)))
    errors.push(
      invalidValue(
        "spec.template.metadata.labels",
        Object.keys(templateLabels).length === 0 ? null : templateLabels,
        "`selector` does not match template `labels`",
      ),
    );
  errors.push(...podTemplateErrors(template, "spec.template"));
  if (podSpec.restartPolicy !== "Always") errors.push(notSupported("spec.template.spec.restartPolicy", podSpec.restartPolicy, ["Always"]));
  if (podSpec.activeDeadlineSeconds !== undefined)
    errors.push(forbiddenValue("spec.template.spec.activeDeadlineSeconds", "activeDeadlineSeconds in DaemonSet is not Supported"));
  errors.push(...negative(spec.minReadySeconds, "spec.minReadySeconds"));
  const strategy = objectIn(spec, "updateStrategy");
  if (strategy.type === "RollingUpdate") errors.push(...rollingUpdateErrors(strategy));
  else if (strategy.type !== "OnDelete") {
    const { maxUnavailable = 0, maxSurge = 0 } = objectIn(strategy, "rollingUpdate");
    const rolling = isJsonObject(strategy.rollingUpdate) ? { MaxUnavailable: maxUnavailable, MaxSurge: maxSurge } : null;
    errors.push(notSupported("spec.updateStrategy", { Type: strategy.type, RollingUpdate: rolling }, ["RollingUpdate", "OnDelete"]));
  }
  errors.push(...negative(spec.revisionHistoryLimit, "spec.revisionHistoryLimit"));
  return errors;
}

/** Source: pkg/apis/apps/validation, ValidateDaemonSet and ValidateDaemonSetUpdate. */
const DAEMON_SET_VALIDATION: KindValidation = {
  createErrors: (set) => [...objectMetaErrors(set, subdomainProblems), ...daemonSetSpecErrors(set)],
  updateErrors: (set, before) => [
    ...objectMetaChangeErrors(set, before),
    ...changed("spec.selector", objectIn(set, "spec").selector, objectIn(before, "spec").selector),
    ...daemonSetSpecErrors(set),
  ],
};

const POD_VALIDATION: KindValidation = {
  createErrors: (pod, submitted) => [...objectMetaErrors(pod, subdomainProblems), ...newPodErrors(pod, objectIn(submitted, "spec"))],
  updateErrors: (pod, before) => [...objectMetaChangeErrors(pod, before), ...podUpdateErrors(pod, before)],
};

/** Checks only metadata, because no loop uses the other fields. */
const metadataValidation = (nameRule: NameRule): KindValidation => ({
  createErrors: (object) => objectMetaErrors(object, nameRule),
  updateErrors: (object, before) => [...objectMetaChangeErrors(object, before), ...objectMetaErrors(object, nameRule)],
});

const SECRET_VALIDATION: KindValidation = {
  createErrors: CONFIG_MAP_VALIDATION.createErrors,
  updateErrors: (secret, before) => [...changed("type", secret.type, before.type), ...CONFIG_MAP_VALIDATION.updateErrors(secret, before)],
};

const BY_METADATA = metadataValidation(subdomainProblems);
/** Names of roles and of APIServices only need to fit into a path. */
const BY_PATH = metadataValidation(pathSegmentProblems);

/** The rules of kinds that are stored without behavior: metadata, and the keys and type of a Secret. */
const STORED_ONLY_VALIDATIONS = Object.fromEntries(
  STORED_ONLY_RESOURCES.map(({ name, groupVersion }) => [
    name,
    name === "secrets" ? SECRET_VALIDATION : groupVersion.startsWith("rbac.") || name === "apiservices" ? BY_PATH : BY_METADATA,
  ]),
) as Readonly<Record<StoredOnlyName, KindValidation>>;

const VALIDATIONS: Readonly<Record<BuiltInName, KindValidation>> = {
  ...STORED_ONLY_VALIDATIONS,
  customresourcedefinitions: DEFINITION_VALIDATION,
  configmaps: CONFIG_MAP_VALIDATION,
  controllerrevisions: CONTROLLER_REVISION_VALIDATION,
  daemonsets: DAEMON_SET_VALIDATION,
  deployments: DEPLOYMENT_VALIDATION,
  endpointslices: ENDPOINT_SLICE_VALIDATION,
  events: EVENT_VALIDATION,
  leases: { createErrors: (lease) => metadataErrors(lease, subdomainProblems), updateErrors: metadataChangeErrors },
  namespaces: NAMESPACE_VALIDATION,
  nodes: NODE_VALIDATION,
  poddisruptionbudgets: DISRUPTION_BUDGET_VALIDATION,
  pods: POD_VALIDATION,
  priorityclasses: PRIORITY_CLASS_VALIDATION,
  replicasets: REPLICA_SET_VALIDATION,
  serviceaccounts: metadataValidation(subdomainProblems),
  services: SERVICE_VALIDATION,
};

/** The schemas of custom resources are not checked. */
const CUSTOM_VALIDATION = metadataValidation(subdomainProblems);

/** Kinds whose own rules leave metadata out. At creation their metadata is checked only if there is no other error. */
const CHECKED_LAST: readonly ResourceName[] = ["events", "poddisruptionbudgets"];

/**
 * Returns the violated rules of the API server, in its order; empty if the object may be stored. `submitted` is a new
 * object as the client sent it. Source: apiserver pkg/registry/rest, BeforeCreate and BeforeUpdate, with pkg/apis of
 * each group.
 */
export function validationErrors(
  resource: ResourceName,
  object: StoredObject,
  before: StoredObject | undefined,
  submitted: JsonObject = object,
): readonly FieldError[] {
  const validation = (VALIDATIONS as Readonly<Partial<Record<ResourceName, KindValidation>>>)[resource] ?? CUSTOM_VALIDATION;
  if (before === undefined) {
    const errors = validation.createErrors(object, submitted);
    return errors.length === 0 && CHECKED_LAST.includes(resource) ? metadataErrors(object, pathSegmentProblems) : errors;
  }
  return [
    ...metadataErrors(object, pathSegmentProblems),
    ...metadataChangeErrors(object, before),
    ...validation.updateErrors(object, before),
  ];
}

const COUNTS: Partial<Record<ResourceName, readonly string[]>> = {
  daemonsets: [
    "currentNumberScheduled",
    "numberMisscheduled",
    "desiredNumberScheduled",
    "numberReady",
    "observedGeneration",
    "updatedNumberScheduled",
    "numberAvailable",
    "numberUnavailable",
    "collisionCount",
  ],
};

function phaseErrors({ metadata, status }: StoredObject): readonly FieldError[] {
  const { phase } = isJsonObject(status) ? status : {};
  const [expectedPhase, when] = metadata.deletionTimestamp === undefined ? ["Active", "empty"] : ["Terminating", "not empty"];
  // The API server's own name for the path.
  return phase === expectedPhase
    ? []
    : [invalidValue("status.Phase", phase, `may only be '${expectedPhase}' if \`deletionTimestamp\` is ${when}`)];
}

/** Returns the violated rules of a new status. */
export function statusErrors(resource: ResourceName, object: StoredObject, before: StoredObject): readonly FieldError[] {
  if (resource === "nodes") return nodeStatusErrors(object, before);
  if (resource === "pods") return podStatusErrors(object, before);
  if (resource === "namespaces") return phaseErrors(object);
  return (COUNTS[resource] ?? []).flatMap((field) => negative(objectIn(object, "status")[field], `status.${field}`));
}
