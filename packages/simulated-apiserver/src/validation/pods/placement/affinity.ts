import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, listIn, objectIn, objectsIn, optionalIn, textIn, textsIn } from "../../../objects/json.ts";
import { eachProblem, forbiddenValue, invalidValue, labelKeyErrors, labelValueErrors, required } from "../../fields/field-errors.ts";
import { dnsLabelProblems, subdomainProblems } from "../../fields/label-problems.ts";
import { labelSelectorErrors } from "../../fields/validate-label-selector.ts";

function keyListErrors(keys: readonly string[], selector: JsonObject | undefined, field: string): readonly FieldError[] {
  if (keys.length === 0) return [];
  if (selector === undefined) return [forbiddenValue(field, "must not be specified when labelSelector is not set")];
  return keys.flatMap((key, at) => labelKeyErrors(key, `${field}[${at}]`));
}

/**
 * Returns the errors of the keys that a term adds to its selector; `field` is the term's path. Source:
 * pkg/apis/core/validation, ValidateMatchLabelKeysAndMismatchLabelKeys.
 */
export function matchKeyErrors(term: JsonObject, field: string): readonly FieldError[] {
  const match = textsIn(term, "matchLabelKeys");
  const mismatch = textsIn(term, "mismatchLabelKeys");
  if (match.length + mismatch.length === 0) return [];
  const selector = optionalIn(term, "labelSelector");
  const errors = [
    ...keyListErrors(match, selector, `${field}.matchLabelKeys`),
    ...keyListErrors(mismatch, selector, `${field}.mismatchLabelKeys`),
  ];
  if (selector !== undefined) {
    const seen = new Set(Object.keys(objectIn(selector, "matchLabels")));
    for (const expression of objectsIn(selector, "matchExpressions")) {
      const key = textIn(expression, "key");
      const at = match.lastIndexOf(key);
      // The API server writes this path without `matchLabelKeys`.
      if (at >= 0 && seen.has(key)) errors.push(invalidValue(`${field}[${at}]`, key, "exists in both matchLabelKeys and labelSelector"));
      seen.add(key);
    }
  }
  for (const [at, key] of match.entries())
    if (mismatch.includes(key))
      errors.push(invalidValue(`${field}.matchLabelKeys[${at}]`, key, "exists in both matchLabelKeys and mismatchLabelKeys"));
  return errors;
}

function podTermErrors(term: JsonObject, field: string): readonly FieldError[] {
  const topologyKey = textIn(term, "topologyKey");
  return [
    ...labelSelectorErrors(optionalIn(term, "labelSelector"), `${field}.labelSelector`),
    ...labelSelectorErrors(optionalIn(term, "namespaceSelector"), `${field}.namespaceSelector`),
    ...textsIn(term, "namespaces").flatMap((name) => eachProblem(`${field}.namespace`, name, dnsLabelProblems(name))),
    ...matchKeyErrors(term, field),
    ...(topologyKey === "" ? [required(`${field}.topologyKey`, "can not be empty")] : []),
    ...labelKeyErrors(topologyKey, `${field}.topologyKey`),
  ];
}

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
function weightErrors(term: JsonObject, field: string): readonly FieldError[] {
  const weight = Number(term.weight ?? 0);
  return weight >= 1 && weight <= 100 ? [] : [invalidValue(`${field}.weight`, weight, "must be in the range 1-100")];
}

/**
 * Returns the errors of a node affinity. The label values of preferred terms are not checked. Source:
 * pkg/apis/core/validation, validateNodeAffinity.
 */
function nodeAffinityErrors(affinity: JsonObject, field: string): readonly FieldError[] {
  const selector = optionalIn(affinity, "requiredDuringSchedulingIgnoredDuringExecution");
  return [
    ...(selector === undefined ? [] : requiredErrors(selector, `${field}.requiredDuringSchedulingIgnoredDuringExecution`)),
    ...objectsIn(affinity, "preferredDuringSchedulingIgnoredDuringExecution").flatMap((term, at) => {
      const path = `${field}.preferredDuringSchedulingIgnoredDuringExecution[${at}]`;
      return [...weightErrors(term, path), ...termErrors(optionalIn(term, "preference") ?? {}, `${path}.preference`, false)];
    }),
  ];
}

function podAffinityErrors(affinity: JsonObject, field: string): readonly FieldError[] {
  const requiredPath = `${field}.requiredDuringSchedulingIgnoredDuringExecution`;
  const preferred = `${field}.preferredDuringSchedulingIgnoredDuringExecution`;
  return [
    ...objectsIn(affinity, "requiredDuringSchedulingIgnoredDuringExecution").flatMap((term, at) =>
      podTermErrors(term, `${requiredPath}[${at}]`),
    ),
    ...objectsIn(affinity, "preferredDuringSchedulingIgnoredDuringExecution").flatMap((term, at) => [
      ...weightErrors(term, `${preferred}[${at}]`),
      ...podTermErrors(objectIn(term, "podAffinityTerm"), `${preferred}[${at}].podAffinityTerm`),
    ]),
  ];
}

/** Returns the errors of a pod spec's affinity. Source: pkg/apis/core/validation, validateAffinity. */
export function affinityErrors(podSpec: JsonObject, base: string): readonly FieldError[] {
  const affinity = optionalIn(podSpec, "affinity");
  if (affinity === undefined) return [];
  const nodeAffinity = optionalIn(affinity, "nodeAffinity");
  const podAffinity = optionalIn(affinity, "podAffinity");
  const podAntiAffinity = optionalIn(affinity, "podAntiAffinity");
  return [
    ...(nodeAffinity === undefined ? [] : nodeAffinityErrors(nodeAffinity, `${base}.affinity.nodeAffinity`)),
    ...(podAffinity === undefined ? [] : podAffinityErrors(podAffinity, `${base}.affinity.podAffinity`)),
    ...(podAntiAffinity === undefined ? [] : podAffinityErrors(podAntiAffinity, `${base}.affinity.podAntiAffinity`)),
  ];
}
