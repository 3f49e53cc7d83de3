import { isLabelValue, isQualifiedName } from "./label-syntax.ts";
import { ownValue, parseInt64 } from "./node-affinity.ts";
import type { LabelSelector, StringMap } from "./objects.ts";

export type SelectorOperator = "in" | "notin" | "exists" | "absent" | "gt" | "lt";

/** One requirement of a selector string; `values` is empty for exists and absent. */
export interface SelectorRequirement {
  readonly key: string;
  readonly operator: SelectorOperator;
  readonly values: readonly string[];
}

export type ParsedSelector = { readonly requirements: readonly SelectorRequirement[] } | { readonly problem: string };

const SET = /^([^\s=!<>,()]+)\s+(in|notin)\s*\(([^()]*)\)$/;
const COMPARE = /^([^\s=!<>,()]+)\s*(==|=|!=|>|<)\s*([^\s=!<>,()]*)$/;
const PRESENT = /^(!?)\s*([^\s=!<>,()]+)$/;

function splitOutsideParentheses(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    else if (text[at] === "," && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

function requirementOf(part: string): SelectorRequirement | undefined {
  const set = SET.exec(part);
  if (set) {
    const values = (set[3] ?? "").split(",").map((value) => value.trim());
    return { key: set[1] ?? "", operator: set[2] === "in" ? "in" : "notin", values };
  }
  const compare = COMPARE.exec(part);
  if (compare) {
    const operators: Record<string, SelectorOperator> = { "=": "in", "==": "in", "!=": "notin", ">": "gt", "<": "lt" };
    return { key: compare[1] ?? "", operator: operators[compare[2] ?? ""] ?? "in", values: [compare[3] ?? ""] };
  }
  const present = PRESENT.exec(part);
  return present ? { key: present[2] ?? "", operator: present[1] === "!" ? "absent" : "exists", values: [] } : undefined;
}

/** Reads a label selector as the API's query parameter has it: `k=v,k!=v,k in (a,b),!k,k>1`. Never throws.
 *  Source: apimachinery pkg/labels/selector.go. */
export function parseLabelSelector(text: string): ParsedSelector {
  const requirements: SelectorRequirement[] = [];
  if (text.trim() === "") return { requirements };
  for (const raw of splitOutsideParentheses(text)) {
    const part = raw.trim();
    const requirement = requirementOf(part);
    if (requirement === undefined) return { problem: `unable to parse requirement: found '${part}'` };
    if (!isQualifiedName(requirement.key)) return { problem: `unable to parse requirement: <nil>: Invalid value: "${requirement.key}"` };
    const bad = requirement.values.find((value) => !isLabelValue(value));
    if (bad !== undefined) return { problem: `unable to parse requirement: values: Invalid value: "${bad}"` };
    requirements.push(requirement);
  }
  return { requirements };
}

/** Says whether labels meet all requirements; `!=` and `notin` hold for an absent key. */
export function matchesRequirements(requirements: readonly SelectorRequirement[], labels: StringMap): boolean {
  return requirements.every((requirement) => {
    const have = ownValue(labels, requirement.key);
    switch (requirement.operator) {
      case "in":
        return have !== undefined && requirement.values.includes(have);
      case "notin":
        return have === undefined || !requirement.values.includes(have);
      case "exists":
        return have !== undefined;
      case "absent":
        return have === undefined;
      default: {
        const number = have === undefined ? undefined : parseInt64(have);
        const limit = parseInt64(requirement.values[0] ?? "");
        if (number === undefined || limit === undefined) return false;
        return requirement.operator === "gt" ? number > limit : number < limit;
      }
    }
  });
}

/** Says whether labels meet a LabelSelector object; an empty one matches everything, an unknown operator nothing. */
export function matchesLabelSelector(selector: LabelSelector, labels: StringMap): boolean {
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) if (ownValue(labels, key) !== value) return false;
  return (selector.matchExpressions ?? []).every((expression) => {
    const have = ownValue(labels, expression.key);
    switch (expression.operator) {
      case "In":
        return have !== undefined && (expression.values ?? []).includes(have);
      case "NotIn":
        return have === undefined || !(expression.values ?? []).includes(have);
      case "Exists":
        return have !== undefined;
      case "DoesNotExist":
        return have === undefined;
      default:
        return false;
    }
  });
}

/** True when a selector constrains nothing: the controller refuses such a DaemonSet. */
export function isEmptySelector(selector: LabelSelector): boolean {
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0;
}

/** A LabelSelector in kubectl's words: `app=x,tier in (a,b),!y`; `<none>` for an empty one. */
export function labelSelectorText(selector: LabelSelector): string {
  const parts = Object.entries(selector.matchLabels ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`);
  for (const { key, operator, values } of selector.matchExpressions ?? []) {
    const list = `(${[...(values ?? [])].sort().join(",")})`;
    if (operator === "In") parts.push(`${key} in ${list}`);
    else if (operator === "NotIn") parts.push(`${key} notin ${list}`);
    else if (operator === "Exists") parts.push(key);
    else if (operator === "DoesNotExist") parts.push(`!${key}`);
  }
  return parts.length === 0 ? "<none>" : parts.join(",");
}

/** A map of labels as kubectl prints it: `k=v,k=v`, sorted, or `<none>`. */
export function labelsText(labels: StringMap): string {
  return labelSelectorText({ matchLabels: labels });
}
