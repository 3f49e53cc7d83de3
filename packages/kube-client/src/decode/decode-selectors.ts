import type { LabelSelector, LabelSelectorRequirement, NodeSelector } from "@daemonscope/kube/objects";
import { internedField, isJson, type Json, mapField, objectField, objectsField, textsField } from "./fields.ts";

function requirements(parent: Json, field: string): readonly LabelSelectorRequirement[] {
  return objectsField(parent, field).map((requirement) => ({
    key: internedField(requirement, "key") ?? "",
    operator: internedField(requirement, "operator") ?? "",
    values: textsField(requirement, "values"),
  }));
}

export function decodeLabelSelector(value: Json): LabelSelector {
  return { matchLabels: mapField(value, "matchLabels"), matchExpressions: requirements(value, "matchExpressions") };
}

/** Returns the required node affinity of a pod spec; undefined if there is none. A selector without terms is a
 *  different case (rule P4). */
export function decodeRequiredNodeAffinity(podSpec: Json): NodeSelector | undefined {
  const required = objectField(objectField(podSpec, "affinity"), "nodeAffinity").requiredDuringSchedulingIgnoredDuringExecution;
  if (!isJson(required)) return undefined;
  return {
    nodeSelectorTerms: objectsField(required, "nodeSelectorTerms").map((term) => ({
      matchExpressions: requirements(term, "matchExpressions"),
      matchFields: requirements(term, "matchFields"),
    })),
  };
}
