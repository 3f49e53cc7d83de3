import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { existingPath, type JsonPatchOperation, pointer } from "../json-patch.ts";
import type { Merge } from "./edit-kind.ts";

export const TEMPLATE = pointer("spec", "template", "spec");

export const podTemplatePatch = (spec: Merge): Merge => ({ spec: { template: { spec } } });

export const mergePatchWords = (name: string, patch: Merge): readonly string[] => ["patch", `ds/${name}`, "-p", JSON.stringify(patch)];
export const jsonPatchWords = (name: string, operations: readonly object[]): readonly string[] => [
  "patch",
  "daemonset",
  name,
  "--type=json",
  "-p",
  JSON.stringify(operations),
];

/** Sets or removes a field. Leaves an equal value alone. */
export function fieldOperations(path: string, existing: unknown, to: unknown): readonly JsonPatchOperation[] {
  if (isEqualJson(existing, to)) return [];
  return [
    existingPath(path, existing),
    to === undefined ? { op: "remove", path } : { op: existing === undefined ? "add" : "replace", path, value: to },
  ];
}
