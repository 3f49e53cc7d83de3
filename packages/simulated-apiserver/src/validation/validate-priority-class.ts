import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { changed, forbiddenValue, notSupported } from "./fields/field-errors.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { subdomainProblems } from "./fields/label-problems.ts";
import { objectMetaChangeErrors, objectMetaErrors } from "./fields/validate-metadata.ts";

const HIGHEST_OF_USERS = 1_000_000_000;
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

function createErrors(priorityClass: StoredObject): readonly FieldError[] {
  const { value, preemptionPolicy } = priorityClass;
  const errors: FieldError[] = [...objectMetaErrors(priorityClass, subdomainProblems)];
  if (priorityClass.metadata.name.startsWith("system-")) {
    const problem = systemProblem(priorityClass);
    if (problem !== undefined)
      errors.push(
        forbiddenValue("metadata.name", `priority class names with 'system-' prefix are reserved for system use only. error: ${problem}`),
      );
  } else if (Number(value ?? 0) > HIGHEST_OF_USERS)
    errors.push(forbiddenValue("value", `maximum allowed value of a user defined priority is ${HIGHEST_OF_USERS}`));
  if (preemptionPolicy !== "PreemptLowerPriority" && preemptionPolicy !== "Never")
    errors.push(notSupported("preemptionPolicy", preemptionPolicy, ["PreemptLowerPriority", "Never"]));
  return errors;
}

/** Source: pkg/apis/scheduling/validation. */
export const PRIORITY_CLASS_VALIDATION: KindValidation = {
  createErrors,
  updateErrors: (priorityClass, before) => [
    ...objectMetaChangeErrors(priorityClass, before),
    ...(priorityClass.value === before.value ? [] : [forbiddenValue("value", "may not be changed in an update.")]),
    ...changed("preemptionPolicy", priorityClass.preemptionPolicy, before.preemptionPolicy),
  ],
};
