import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, listIn, objectsIn, optionalIn } from "../../../objects/json.ts";
import { eachProblem, forbiddenValue, invalidValue, labelKeyErrors, labelValueErrors, required } from "../../fields/field-errors.ts";
import { subdomainProblems } from "../../fields/label-problems.ts";

function expressionErrors(expression: JsonObject, field: string, checksValues: boolean): readonly FieldError[] {
  const { key, operator } = expression;
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
        errors.push(forbiddenValue(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      break;
    case "Gt":
    case "Lt":
      if (values.length !== 1) errors.push(required(`${field}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      break;
    default:
      errors.push(invalidValue(`${field}.operator`, operator ?? "", "not a valid selector operator"));
  }
  errors.push(...labelKeyErrors(key, `${field}.key`));
  if (checksValues) errors.push(...values.flatMap((value, at) => labelValueErrors(value, `${field}.values[${at}]`)));
  return errors;
}

function fieldErrors(requirement: JsonObject, field: string): readonly FieldError[] {
  const { key, operator } = requirement;
  const values = listIn(requirement, "values");
  const errors: FieldError[] = [];
  if (operator !== "In" && operator !== "NotIn")
    errors.push(invalidValue(`${field}.operator`, operator ?? "", "not a valid selector operator"));
  else if (values.length !== 1)
    errors.push(required(`${field}.values`, "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"));
  if (key !== "metadata.name") errors.push(invalidValue(`${field}.key`, key ?? "", "not a valid field selector key"));
  else
    for (const [at, value] of values.entries())
      errors.push(...eachProblem(`${field}.values[${at}]`, value, subdomainProblems(String(value))));
  return errors;
}

function termErrors(term: JsonObject, field: string, checksValues: boolean): readonly FieldError[] {
  return [
    ...objectsIn(term, "matchExpressions").flatMap((expression, at) =>
      expressionErrors(expression, `${field}.matchExpressions[${at}]`, checksValues),
    ),
    ...objectsIn(term, "matchFields").flatMap((requirement, at) => fieldErrors(requirement, `${field}.matchFields[${at}]`)),
  ];
}

function requiredErrors(selector: JsonObject, field: string): readonly FieldError[] {
  const terms = objectsIn(selector, "nodeSelectorTerms");
  if (terms.length === 0) return [required(`${field}.nodeSelectorTerms`, "must have at least one node selector term")];
  return terms.flatMap((term, at) => termErrors(term, `${field}.nodeSelectorTerms[${at}]`, true));
}

/** Rejects a weight outside 1 to 100. */
export function weightErrors(term: JsonObject, field: string): readonly FieldError[] {
  const weight = Number(term.weight ?? 0);
  return weight >= 1 && weight <= 100 ? [] : [invalidValue(`${field}.weight`, weight, "must be in the range 1-100")];
}

/**
 * Returns the errors of a node affinity. The label values of preferred terms are not checked. Source:
 * pkg/apis/core/validation, validateNodeAffinity.
 */
export function nodeAffinityErrors(affinity: JsonObject, field: string): readonly FieldError[] {
  const selector = optionalIn(affinity, "requiredDuringSchedulingIgnoredDuringExecution");
  return [
    ...(selector === undefined ? [] : requiredErrors(selector, `${field}.requiredDuringSchedulingIgnoredDuringExecution`)),
    ...objectsIn(affinity, "preferredDuringSchedulingIgnoredDuringExecution").flatMap((term, at) => {
      const path = `${field}.preferredDuringSchedulingIgnoredDuringExecution[${at}]`;
      return [...weightErrors(term, path), ...termErrors(optionalIn(term, "preference") ?? {}, `${path}.preference`, false)];
    }),
  ];
}
