import type { FieldError } from "./failures.ts";
import { invalidValue, labelKeyErrors, labelValueErrors, required } from "./field-errors.ts";
import { isJsonObject, listIn, objectIn } from "./json.ts";
import { subdomainProblems } from "./label-problems.ts";

function expressionErrors(expression: unknown, field: string): readonly FieldError[] {
  const { key, operator } = isJsonObject(expression) ? expression : {};
  const values = listIn(expression, "values");
  const errors: FieldError[] = [];
  switch (operator) {
    case "In":
    case "NotIn":
      if (values.length === 0) errors.push(required(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'"));
      break;
    case "Exists":
    case "DoesNotExist":
      if (values.length > 0)
        errors.push({
          field: `${field}.values`,
          reason: "FieldValueForbidden",
          message: "Forbidden: may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
        });
      break;
    case "Gt":
    case "Lt":
      if (values.length !== 1) errors.push(required(`${field}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      break;
    default:
      errors.push(invalidValue(`${field}.operator`, operator, "not a valid selector operator"));
  }
  errors.push(...labelKeyErrors(key, `${field}.key`));
  errors.push(...values.flatMap((value, at) => labelValueErrors(value, `${field}.values[${at}]`)));
  return errors;
}

function fieldErrors(requirement: unknown, field: string): readonly FieldError[] {
  const { key, operator } = isJsonObject(requirement) ? requirement : {};
  const errors: FieldError[] = [];
  if (operator !== "In" && operator !== "NotIn") errors.push(invalidValue(`${field}.operator`, operator, "not a valid selector operator"));
  else if (listIn(requirement, "values").length !== 1)
    errors.push(required(`${field}.values`, "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"));
  if (key !== "metadata.name") errors.push(invalidValue(`${field}.key`, key, "not a valid field selector key"));
  else
    for (const [at, value] of listIn(requirement, "values").entries())
      for (const why of subdomainProblems(String(value))) errors.push(invalidValue(`${field}.values[${at}]`, value, why));
  return errors;
}

/** What is wrong with the required node affinity of a pod spec. Source: pkg/apis/core/validation/validation.go, ValidateNodeSelector. */
export function nodeAffinityErrors(podSpec: unknown, base: string): readonly FieldError[] {
  const affinity = objectIn(objectIn(podSpec, "affinity"), "nodeAffinity");
  const selector = affinity.requiredDuringSchedulingIgnoredDuringExecution;
  if (selector === undefined || selector === null) return [];
  const path = `${base}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`;
  const terms = listIn(selector, "nodeSelectorTerms");
  if (terms.length === 0) return [required(path, "must have at least one node selector term")];
  return terms.flatMap((term, at) => [
    ...listIn(term, "matchExpressions").flatMap((expression, index) =>
      expressionErrors(expression, `${path}[${at}].matchExpressions[${index}]`),
    ),
    ...listIn(term, "matchFields").flatMap((requirement, index) => fieldErrors(requirement, `${path}[${at}].matchFields[${index}]`)),
  ]);
}
