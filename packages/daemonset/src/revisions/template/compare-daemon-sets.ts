import { isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import type { TemplateComparison } from "./compare-templates.ts";
import { unifiedDiff } from "./line-diff.ts";
import { type TemplateChange, templateChanges } from "./template-changes.ts";
import { type HiddenValueIds, templateYaml } from "./template-yaml.ts";

const objectIn = (value: JsonValue | undefined): JsonObject => (value !== undefined && isJsonObject(value) ? value : {});

/** Splits a DaemonSet into its pod template and the rest. */
function partsOf(daemonSet: JsonObject): { readonly template: JsonValue; readonly rest: JsonObject } {
  const { template = {}, ...spec } = objectIn(daemonSet.spec);
  return { template, rest: { ...daemonSet, spec } };
}

/** Names the DaemonSet as the owner of a label or annotation, because pods have labels and annotations too. */
function ownChange(change: TemplateChange): TemplateChange {
  const isMetadata = change.path.startsWith("metadata");
  return {
    ...change,
    path: `daemonSet.${change.path}`,
    ...(isMetadata ? { subject: "DaemonSet", words: `DaemonSet: ${change.words}` } : {}),
  };
}

/**
 * Compares two DaemonSets: their labels, annotations and whole spec (rule R16). Changes of the pod template have paths
 * within it; paths of other fields begin with `daemonSet`. Never throws.
 */
export function compareDaemonSets(before: JsonObject, after: JsonObject): TemplateComparison {
  const [a, b] = [partsOf(before), partsOf(after)];
  const [own, template] = [templateChanges(a.rest, b.rest), templateChanges(a.template, b.template)];
  const numbers: HiddenValueIds = new Map();
  const yamlOf = (daemonSet: JsonObject) => (Object.keys(daemonSet).length === 0 ? [] : templateYaml(daemonSet, numbers));
  const yamlBefore = yamlOf(before);
  const yamlAfter = yamlOf(after);
  return {
    changes: [...own.changes.map(ownChange), ...template.changes],
    more: own.more + template.more,
    reordered: [...own.reordered.map((path) => `daemonSet.${path}`), ...template.reordered],
    yamlBefore,
    yamlAfter,
    diff: unifiedDiff(yamlBefore, yamlAfter),
  };
}
