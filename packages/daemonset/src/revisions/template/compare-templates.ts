import type { JsonValue } from "@daemonscope/kube/values/json-value";
import { type DiffLine, unifiedDiff } from "./line-diff.ts";
import { type TemplateChanges, templateChanges } from "./template-changes.ts";
import { type HiddenValueIds, templateYaml } from "./template-yaml.ts";

/** A comparison of two templates: the changes in words, both as YAML, and the line diff. */
export interface TemplateComparison extends TemplateChanges {
  readonly yamlBefore: readonly string[];
  readonly yamlAfter: readonly string[];
  readonly diff: readonly DiffLine[];
}

/** Compares two pod templates (rule R16). Hidden values are numbered over both, so that a change is visible without
 *  its value. Never throws. */
export function compareTemplates(before: JsonValue, after: JsonValue): TemplateComparison {
  const numbers: HiddenValueIds = new Map();
  const yamlBefore = templateYaml(before, numbers);
  const yamlAfter = templateYaml(after, numbers);
  return { ...templateChanges(before, after), yamlBefore, yamlAfter, diff: unifiedDiff(yamlBefore, yamlAfter) };
}
