import { compareTexts } from "../base/compare-texts.ts";
import { ownValue } from "../base/own-value.ts";
import type { LabelSelector, LabelSelectorRequirement, StringMap } from "../objects.ts";

export {
  matchesRequirements,
  type ParsedSelector,
  parseLabelSelector,
  type SelectorOperator,
  type SelectorRequirement,
} from "./parse-label-selector.ts";

/** Reports whether labels meet a LabelSelector object. An empty selector matches everything, an unknown operator
 *  nothing. */
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

/** Reports whether a selector has no requirement. The controller rejects such a DaemonSet. */
export function isEmptySelector(selector: LabelSelector): boolean {
  return Object.keys(selector.matchLabels ?? {}).length === 0 && (selector.matchExpressions ?? []).length === 0;
}

function expressionText({ key, operator, values }: LabelSelectorRequirement): string | undefined {
  const list = `(${[...(values ?? [])].sort().join(",")})`;
  switch (operator) {
    case "In":
      return `${key} in ${list}`;
    case "NotIn":
      return `${key} notin ${list}`;
    case "Exists":
      return key;
    case "DoesNotExist":
      return `!${key}`;
    default:
      return undefined;
  }
}

/** Formats a LabelSelector like kubectl, requirements sorted by key: `app=x,tier in (a,b),!y`. Returns `<none>` for
 *  an empty selector, `<error>` for an unknown operator.
 *  Source: apimachinery meta/v1/helpers.go, FormatLabelSelector. */
export function labelSelectorText(selector: LabelSelector): string {
  const parts = Object.entries(selector.matchLabels ?? {}).map(([key, value]) => ({ key, text: `${key}=${value}` }));
  for (const expression of selector.matchExpressions ?? []) {
    const text = expressionText(expression);
    if (text === undefined) return "<error>";
    parts.push({ key: expression.key, text });
  }
  parts.sort((a, b) => compareTexts(a.key, b.key));
  return parts.length === 0 ? "<none>" : parts.map(({ text }) => text).join(",");
}

/** Formats a map of labels as kubectl prints it: `k=v,k=v` sorted as whole texts, or `<none>`.
 *  Source: apimachinery pkg/labels/labels.go, FormatLabels. */
export function labelsText(labels: StringMap): string {
  const parts = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return parts.length === 0 ? "<none>" : parts.sort().join(",");
}
