import { ownValue } from "../base/own-value.ts";
import type { LabelSelectorRequirement, NodeSelector, NodeSelectorTerm, StringMap } from "../objects.ts";
import { parseInt64 } from "../values/int64.ts";
import { isLabelValue, isQualifiedName } from "./label-syntax.ts";

/** Fields of a node that affinity reads. */
interface AffinityNode {
  readonly name: string;
  readonly labels: StringMap;
}

interface RequirementResult {
  readonly source: "label" | "field";
  readonly requirement: LabelSelectorRequirement;
  readonly have: string | undefined;
  readonly passed: boolean;
  readonly parseError?: string;
}

/** Returns why an expression is invalid, or undefined. Source: apimachinery labels.NewRequirement (rule P7). */
export function expressionError(requirement: LabelSelectorRequirement): string | undefined {
  const values = requirement.values ?? [];
  if (!isQualifiedName(requirement.key)) return `key ${JSON.stringify(requirement.key)} is not a qualified name`;
  switch (requirement.operator) {
    case "In":
    case "NotIn":
      if (values.length === 0) return `${requirement.operator} needs at least one value`;
      break;
    case "Exists":
    case "DoesNotExist":
      if (values.length > 0) return `${requirement.operator} takes no values`;
      break;
    case "Gt":
    case "Lt":
      if (values.length !== 1) return `${requirement.operator} needs exactly one value`;
      if (parseInt64(values[0] ?? "") === undefined) return `${requirement.operator} needs an integer, not ${JSON.stringify(values[0])}`;
      break;
    default:
      return `operator ${JSON.stringify(requirement.operator)} is unknown`;
  }
  const bad = values.find((value) => !isLabelValue(value));
  return bad === undefined ? undefined : `value ${JSON.stringify(bad)} is not a label value`;
}

function expressionHolds(requirement: LabelSelectorRequirement, have: string | undefined): boolean {
  const values = requirement.values ?? [];
  switch (requirement.operator) {
    case "In":
      return have !== undefined && values.includes(have);
    case "NotIn":
      return have === undefined || !values.includes(have);
    case "Exists":
      return have !== undefined;
    case "DoesNotExist":
      return have === undefined;
    case "Gt":
    case "Lt": {
      const number = have === undefined ? undefined : parseInt64(have);
      const limit = parseInt64(values[0] ?? "");
      if (number === undefined || limit === undefined) return false;
      return requirement.operator === "Gt" ? number > limit : number < limit;
    }
    default:
      return false;
  }
}

export function fieldError(requirement: LabelSelectorRequirement): string | undefined {
  if (requirement.operator !== "In" && requirement.operator !== "NotIn")
    return `operator ${JSON.stringify(requirement.operator)} is not for fields`;
  return (requirement.values ?? []).length === 1 ? undefined : `${requirement.operator} on a field needs exactly one value`;
}

function withError(result: Omit<RequirementResult, "parseError">, error: string | undefined): RequirementResult {
  return error === undefined ? result : { ...result, passed: false, parseError: error };
}

/** Checks each expression and field of one term against one node, in the order of the term, expressions first. */
export function checkTerm(term: NodeSelectorTerm, node: AffinityNode): readonly RequirementResult[] {
  const results: RequirementResult[] = [];
  for (const requirement of term.matchExpressions ?? []) {
    const have = ownValue(node.labels, requirement.key);
    const error = expressionError(requirement);
    results.push(
      withError({ source: "label", requirement, have, passed: error === undefined && expressionHolds(requirement, have) }, error),
    );
  }
  for (const requirement of term.matchFields ?? []) {
    const have = requirement.key === "metadata.name" ? node.name : "";
    const error = fieldError(requirement);
    const equal = have === requirement.values?.[0];
    // A node without a name has no fields, and the API skips them.
    const holds = node.name === "" || (requirement.operator === "In" ? equal : !equal);
    results.push(withError({ source: "field", requirement, have, passed: error === undefined && holds }, error));
  }
  return results;
}

/** Reports whether a term has neither expressions nor fields. Such a term is valid and matches nothing. */
export function isEmptyTerm(term: NodeSelectorTerm): boolean {
  return (term.matchExpressions ?? []).length === 0 && (term.matchFields ?? []).length === 0;
}

/** Reports whether a node satisfies required node affinity: all requirements of at least one term.
 *  An absent selector is no constraint. An empty list of terms and an invalid term match nothing.
 *  Source: component-helpers scheduling/corev1/nodeaffinity/nodeaffinity.go (rules P4–P8). */
export function matchesNodeSelector(selector: NodeSelector | undefined, node: AffinityNode): boolean {
  if (selector === undefined) return true;
  return (selector.nodeSelectorTerms ?? []).some((term) => !isEmptyTerm(term) && checkTerm(term, node).every((result) => result.passed));
}

/** Reports whether a node has each label of a nodeSelector with exactly that value (rule P3). */
export function matchesNodeLabels(nodeSelector: StringMap, labels: StringMap): boolean {
  for (const key of Object.keys(nodeSelector)) if (ownValue(labels, key) !== nodeSelector[key]) return false;
  return true;
}
