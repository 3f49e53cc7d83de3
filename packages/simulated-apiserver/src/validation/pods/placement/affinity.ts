import type { FieldError } from "../../../objects/failures.ts";
import { type JsonObject, objectIn, objectsIn, optionalIn, textIn, textsIn } from "../../../objects/json.ts";
import { eachProblem, forbiddenValue, invalidValue, labelKeyErrors, required } from "../../fields/field-errors.ts";
import { dnsLabelProblems } from "../../fields/label-problems.ts";
import { labelSelectorErrors } from "../../fields/validate-label-selector.ts";
import { nodeAffinityErrors, weightErrors } from "./node-affinity.ts";

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
      // The path as the API server writes it.
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

function podAffinityErrors(affinity: JsonObject, field: string): readonly FieldError[] {
  const wanted = `${field}.requiredDuringSchedulingIgnoredDuringExecution`;
  const preferred = `${field}.preferredDuringSchedulingIgnoredDuringExecution`;
  return [
    ...objectsIn(affinity, "requiredDuringSchedulingIgnoredDuringExecution").flatMap((term, at) => podTermErrors(term, `${wanted}[${at}]`)),
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
