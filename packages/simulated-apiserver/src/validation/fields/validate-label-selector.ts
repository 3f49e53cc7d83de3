import type { FieldError } from "../../objects/failures.ts";
import { isJsonObject, listIn, objectIn } from "../../objects/json.ts";
import { forbiddenValue, invalidValue, labelErrors, labelKeyErrors, labelValueErrors, required } from "./field-errors.ts";

function requirementErrors(requirement: unknown, field: string): readonly FieldError[] {
  const { key, operator = "" } = isJsonObject(requirement) ? requirement : {};
  const values = listIn(requirement, "values");
  const errors: FieldError[] = [];
  if (operator === "In" || operator === "NotIn") {
    if (values.length === 0) errors.push(required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    if (values.length > 0)
      errors.push(forbiddenValue(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  } else errors.push(invalidValue(`${field}.operator`, operator, "not a valid selector operator"));
  return [
    ...errors,
    ...labelKeyErrors(key ?? "", `${field}.key`),
    ...values.flatMap((value, at) => labelValueErrors(value, `${field}.values[${at}]`)),
  ];
}

/**
 * Returns the errors of a label selector; none for an absent one. Source: apimachinery pkg/apis/meta/v1/validation,
 * ValidateLabelSelector.
 */
export function labelSelectorErrors(selector: unknown, field: string): readonly FieldError[] {
  return [
    ...labelErrors(objectIn(selector, "matchLabels"), `${field}.matchLabels`),
    ...listIn(selector, "matchExpressions").flatMap((requirement, at) =>
      requirementErrors(requirement, `${field}.matchExpressions[${at}]`),
    ),
  ];
}
