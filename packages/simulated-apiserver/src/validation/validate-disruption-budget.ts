import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { objectIn } from "../objects/json.ts";
import { invalidValue, notSupported } from "./fields/field-errors.ts";
import { intOrPercentErrors, overHundredErrors } from "./fields/int-or-percent.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { labelSelectorErrors } from "./fields/validate-label-selector.ts";

const POLICIES = ["AlwaysAllow", "IfHealthyBudget"];

function createErrors(budget: StoredObject): readonly FieldError[] {
  const spec = objectIn(budget, "spec");
  const { minAvailable = null, maxUnavailable = null, selector, unhealthyPodEvictionPolicy: policy = null } = spec;
  const errors: FieldError[] = [];
  if (minAvailable !== null && maxUnavailable !== null) {
    // In the field names inside the API server.
    const shown = {
      MinAvailable: minAvailable,
      Selector: selector ?? null,
      MaxUnavailable: maxUnavailable,
      UnhealthyPodEvictionPolicy: policy,
    };
    errors.push(invalidValue("spec", shown, "minAvailable and maxUnavailable cannot be both set"));
  }
  for (const [field, value] of Object.entries({ minAvailable, maxUnavailable }))
    if (value !== null) errors.push(...intOrPercentErrors(value, `spec.${field}`), ...overHundredErrors(value, `spec.${field}`));
  errors.push(...labelSelectorErrors(selector, "spec.selector"));
  if (policy !== null && !POLICIES.includes(String(policy))) errors.push(notSupported("spec.unhealthyPodEvictionPolicy", policy, POLICIES));
  return errors;
}

/** Source: pkg/apis/policy/validation, ValidatePodDisruptionBudgetSpec. */
export const DISRUPTION_BUDGET_VALIDATION: KindValidation = { createErrors, updateErrors: createErrors };
