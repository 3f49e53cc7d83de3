import { ownValue } from "@daemonscope/kube/base/own-value";
import { requirementText } from "@daemonscope/kube/matching/kubectl-notation";
import { checkTerm, expressionError, isEmptyTerm } from "@daemonscope/kube/matching/node-affinity";
import type { LabelSelectorRequirement, NodeSelectorTerm, StringMap } from "@daemonscope/kube/objects";
import type { PlacementTemplate } from "../records/placement-template.ts";

/** Returns the terms that are not empty and whose label expressions are valid. Other terms match no node. */
function termsOf({ requiredNodeAffinity }: PlacementTemplate): readonly NodeSelectorTerm[] {
  return (requiredNodeAffinity?.nodeSelectorTerms ?? []).filter(
    (term) => !isEmptyTerm(term) && (term.matchExpressions ?? []).every((expression) => expressionError(expression) === undefined),
  );
}

/** Returns the distinct label keys that select nodes: keys of the node selector, then of the required affinity. */
export function selectedKeys(template: PlacementTemplate): readonly string[] {
  const terms = template.requiredNodeAffinity?.nodeSelectorTerms ?? [];
  const expressions = terms.flatMap(({ matchExpressions }) => matchExpressions ?? []);
  return [...new Set([...Object.keys(template.nodeSelector), ...expressions.map(({ key }) => key)])];
}

/** Formats a single wanted value as `app=x`, like a node selector, and a wanted key as the key. */
function wantedText(requirement: LabelSelectorRequirement): string {
  const [value, ...others] = requirement.values ?? [];
  if (requirement.operator === "In" && value !== undefined && others.length === 0) return `${requirement.key}=${value}`;
  return requirement.operator === "Exists" ? requirement.key : requirementText(requirement);
}

/** Returns the requirements on one label that keep the pods of a template off the node; empty if this label does not.
 *  A node selector wants its value (rule P3). Affinity counts only if each term fails on this label (rule P5). */
export function unmetLabel(template: PlacementTemplate, key: string, labels: StringMap): readonly string[] {
  const selected = ownValue(template.nodeSelector, key);
  if (selected !== undefined && ownValue(labels, key) !== selected) return [`${key}=${selected}`];
  const wanted = new Set<string>();
  for (const { matchExpressions } of termsOf(template)) {
    const expressions = (matchExpressions ?? []).filter((expression) => expression.key === key);
    const failed = checkTerm({ matchExpressions: expressions }, { name: "", labels }).filter(({ passed }) => !passed);
    // This term matches without a change of the label.
    if (failed.length === 0) return [];
    for (const { requirement } of failed) wanted.add(wantedText(requirement));
  }
  return [...wanted];
}
