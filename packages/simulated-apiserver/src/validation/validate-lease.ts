import type { StoredObject } from "../objects/contract.ts";
import type { FieldError } from "../objects/failures.ts";
import { objectIn } from "../objects/json.ts";
import { invalidValue, negative } from "./fields/field-errors.ts";
import type { KindValidation } from "./fields/kind-validation.ts";
import { subdomainProblems } from "./fields/label-problems.ts";
import { metadataChangeErrors, metadataErrors } from "./fields/validate-metadata.ts";

function specErrors(lease: StoredObject): readonly FieldError[] {
  const { leaseDurationSeconds: duration, leaseTransitions } = objectIn(lease, "spec");
  const errors: FieldError[] = [];
  if (typeof duration === "number" && duration <= 0)
    errors.push(invalidValue("spec.leaseDurationSeconds", duration, "must be greater than 0"));
  errors.push(...negative(leaseTransitions, "spec.leaseTransitions"));
  return errors;
}

/** Source: pkg/apis/coordination/validation. */
export const LEASE_VALIDATION: KindValidation = {
  createErrors: (lease) => [...metadataErrors(lease, subdomainProblems), ...specErrors(lease)],
  updateErrors: (lease, before) => [...metadataChangeErrors(lease, before), ...specErrors(lease)],
};
