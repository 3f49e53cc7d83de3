import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/json-value";

/** Fields by which elements of a list are told apart, by the list's name; other lists are taken whole.
 *  Source: staging/src/k8s.io/api/core/v1/types.go, patchMergeKey and listMapKey. */
export const MERGE_KEYS: Readonly<Record<string, readonly string[]>> = {
  containers: ["name"],
  initContainers: ["name"],
  volumes: ["name"],
  env: ["name"],
  imagePullSecrets: ["name"],
  ports: ["containerPort", "protocol"],
  volumeMounts: ["mountPath"],
  volumeDevices: ["devicePath"],
  hostAliases: ["ip"],
  topologySpreadConstraints: ["topologyKey", "whenUnsatisfiable"],
};

/** Keys that the API server fills in. */
const DEFAULT_KEYS: Readonly<Record<string, string>> = { protocol: "TCP" };

/** Whether two elements of a list with keys are one. */
export function isSameElement(a: JsonValue, b: JsonValue, keys: readonly string[]): boolean {
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  return keys.every((key) => (a[key] ?? DEFAULT_KEYS[key]) === (b[key] ?? DEFAULT_KEYS[key]));
}

function mergedList(base: readonly JsonValue[], patch: readonly JsonValue[], keys: readonly string[]): readonly JsonValue[] {
  const merged = [...base];
  for (const element of patch) {
    const at = merged.findIndex((each) => isSameElement(each, element, keys));
    if (at < 0) merged.push(mergedValue(undefined, element, ""));
    else merged[at] = mergedValue(merged[at], element, "");
  }
  return merged;
}

/** A value over another, under a field's name; null takes away. */
function mergedValue(base: JsonValue | undefined, patch: JsonValue, field: string): JsonValue {
  if (isJsonList(patch)) {
    const keys = MERGE_KEYS[field];
    return keys === undefined || !isJsonList(base) ? patch : mergedList(base, patch, keys);
  }
  if (!isJsonObject(patch)) return patch;
  return mergedFields(isJsonObject(base) ? base : {}, patch);
}

function mergedFields(base: JsonObject, patch: JsonObject): JsonObject {
  const fields: Record<string, JsonValue> = { ...base };
  for (const [field, value] of Object.entries(patch)) {
    if (value === null) delete fields[field];
    else fields[field] = mergedValue(fields[field], value, field);
  }
  return fields;
}

/** A strategic merge of a pod template: maps field by field, lists with keys element by element, other lists whole. What the patch does not name stays.
 *  Source: apimachinery pkg/util/strategicpatch; structured-merge-diff for apply, whose removal of what the same manager named before is not known here. */
export const mergedTemplate = mergedFields;
