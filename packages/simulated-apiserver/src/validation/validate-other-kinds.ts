// The rules of kinds with few fields.
import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { isJsonObject, listIn, objectIn } from "../objects/json.ts";
import { changed, eachProblem, forbiddenValue, invalidValue, negative, notSupported, required } from "./fields/field-errors.ts";
import { intOrPercentErrors, overHundredErrors } from "./fields/int-or-percent.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { dnsLabelProblems, labelKeyProblems, subdomainProblems } from "./fields/label-problems.ts";
import { labelSelectorErrors } from "./fields/validate-label-selector.ts";
import { objectMetaChangeErrors, objectMetaErrors, unqualifiedFinalizer } from "./fields/validate-metadata.ts";

const revisionErrors = (revision: StoredObject): readonly FieldError[] => [
  ...objectMetaErrors(revision, subdomainProblems),
  ...negative(revision.revision, "revision"),
];

function dataErrors({ data }: StoredObject): readonly FieldError[] {
  if (data === undefined || data === null) return [required("data", "data is mandatory")];
  return isJsonObject(data) ? [] : [required("data", "data must be a valid JSON object")];
}

/** Source: pkg/apis/apps/validation, ValidateControllerRevisionCreate and ValidateControllerRevisionUpdate. */
export const CONTROLLER_REVISION_VALIDATION: KindValidation = {
  createErrors: (revision) => [...revisionErrors(revision), ...dataErrors(revision)],
  updateErrors: (revision, before) => [
    ...objectMetaChangeErrors(revision, before),
    ...revisionErrors(revision),
    ...changed("data", revision.data, before.data),
  ],
};

function budgetErrors(budget: StoredObject): readonly FieldError[] {
  const { minAvailable, maxUnavailable, selector } = objectIn(budget, "spec");
  const limits = Object.entries({ minAvailable, maxUnavailable }).filter(([, value]) => (value ?? null) !== null);
  return [
    ...limits.flatMap(([field, value]) => [...intOrPercentErrors(value, `spec.${field}`), ...overHundredErrors(value, `spec.${field}`)]),
    ...labelSelectorErrors(selector, "spec.selector"),
  ];
}

/**
 * Checks the fields that preemption and eviction read. Source: pkg/apis/policy/validation,
 * ValidatePodDisruptionBudgetSpec.
 */
export const DISRUPTION_BUDGET_VALIDATION: KindValidation = { createErrors: budgetErrors, updateErrors: budgetErrors };

const ELSEWHERE = "does not match event.namespace";
const LIMITS = { reportingInstance: 128, action: 128, reason: 128 };
const MESSAGE_BYTES = 1024;

const tooLongText = (field: string, bytes: number): FieldError => invalidValue(field, "", `can have at most ${bytes} characters`);

/** Checks an event with an `eventTime`, which newer clients set. */
function timedErrors(event: StoredObject): readonly FieldError[] {
  const component = String(event.reportingComponent ?? "");
  const errors: FieldError[] = component === "" ? [required("reportingComponent")] : [];
  errors.push(...eachProblem("reportingComponent", component, labelKeyProblems(component)));
  for (const [field, bytes] of Object.entries(LIMITS)) {
    const text = String(event[field] ?? "");
    if (text === "") errors.push(required(field));
    else if (Buffer.byteLength(text) > bytes) errors.push(tooLongText(field, bytes));
  }
  if (Buffer.byteLength(String(event.message ?? "")) > MESSAGE_BYTES) errors.push(tooLongText("message", MESSAGE_BYTES));
  return errors;
}

function eventErrors(event: StoredObject): readonly FieldError[] {
  const { namespace = "" } = event.metadata;
  const objectNamespace = String(objectIn(event, "involvedObject").namespace ?? "");
  const isTimed = (event.eventTime ?? null) !== null;
  const clusterScopeNamespaces = isTimed ? ["default", "kube-system"] : ["default", ""];
  const isElsewhere = objectNamespace === "" ? !clusterScopeNamespaces.includes(namespace) : !isTimed && objectNamespace !== namespace;
  return [
    ...(isElsewhere ? [invalidValue("involvedObject.namespace", objectNamespace, ELSEWHERE)] : []),
    ...(isTimed ? timedErrors(event) : []),
  ];
}

/** Source: pkg/apis/core/validation/events.go, legacyValidateEvent. */
export const EVENT_VALIDATION: KindValidation = { createErrors: eventErrors, updateErrors: eventErrors };

const namespaceErrors = (namespace: StoredObject): readonly FieldError[] => [
  ...objectMetaErrors(namespace, dnsLabelProblems),
  ...listIn(objectIn(namespace, "spec"), "finalizers").flatMap((finalizer) => [
    ...eachProblem("spec.finalizers", finalizer, labelKeyProblems(String(finalizer))),
    ...unqualifiedFinalizer(String(finalizer), "spec.finalizers"),
  ]),
];

/** Source: pkg/apis/core/validation, ValidateNamespace and ValidateNamespaceUpdate: a change is checked by both. */
export const NAMESPACE_VALIDATION: KindValidation = {
  createErrors: namespaceErrors,
  updateErrors: (namespace, before) => [...namespaceErrors(namespace), ...objectMetaChangeErrors(namespace, before)],
};

const MAX_USER_PRIORITY = 1_000_000_000;
const SYSTEM_VALUES: ReadonlyMap<string, number> = new Map([
  ["system-node-critical", 2_000_001_000],
  ["system-cluster-critical", 2_000_000_000],
]);

function systemProblem({ metadata: { name }, value, globalDefault }: StoredObject): string | undefined {
  const known = SYSTEM_VALUES.get(name);
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known) return `value of ${name} PriorityClass must be ${known}`;
  return globalDefault === true ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function priorityClassErrors(priorityClass: StoredObject): readonly FieldError[] {
  const { value, preemptionPolicy } = priorityClass;
  const errors: FieldError[] = [...objectMetaErrors(priorityClass, subdomainProblems)];
  if (priorityClass.metadata.name.startsWith("system-")) {
    const problem = systemProblem(priorityClass);
    if (problem !== undefined)
      errors.push(
        forbiddenValue("metadata.name", `priority class names with 'system-' prefix are reserved for system use only. error: ${problem}`),
      );
  } else if (Number(value ?? 0) > MAX_USER_PRIORITY)
    errors.push(forbiddenValue("value", `maximum allowed value of a user defined priority is ${MAX_USER_PRIORITY}`));
  if (preemptionPolicy !== "PreemptLowerPriority" && preemptionPolicy !== "Never")
    errors.push(notSupported("preemptionPolicy", preemptionPolicy, ["PreemptLowerPriority", "Never"]));
  return errors;
}

/** Source: pkg/apis/scheduling/validation. */
export const PRIORITY_CLASS_VALIDATION: KindValidation = {
  createErrors: priorityClassErrors,
  updateErrors: (priorityClass, before) => [
    ...objectMetaChangeErrors(priorityClass, before),
    ...(priorityClass.value === before.value ? [] : [forbiddenValue("value", "may not be changed in an update.")]),
    ...changed("preemptionPolicy", priorityClass.preemptionPolicy, before.preemptionPolicy),
  ],
};
