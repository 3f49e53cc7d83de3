import type { StoredObject } from "./contract.ts";
import type { FieldError } from "./failures.ts";
import { invalidValue, negative } from "./field-errors.ts";
import { objectIn } from "./json.ts";
import type { KindValidation } from "./kind-validation.ts";
import { subdomainProblems } from "./label-problems.ts";
import { metadataChangeErrors, metadataErrors } from "./validate-metadata.ts";

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
  ofNew: (lease) => [...metadataErrors(lease, subdomainProblems), ...specErrors(lease)],
  ofChange: (lease, before) => [...metadataChangeErrors(lease, before), ...specErrors(lease)],
};
