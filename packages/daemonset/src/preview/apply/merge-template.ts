import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";

/** Key fields of list elements, by the list's name; other lists are replaced as a whole. Source:
 *  staging/src/k8s.io/api/core/v1/types.go, patchMergeKey and listMapKey. */
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

/** Default values of keys in the API server. */
const DEFAULT_KEYS: Readonly<Record<string, string>> = { protocol: "TCP" };

/** Reports whether two elements of a keyed list have the same keys. */
export function isSameListElement(a: JsonValue, b: JsonValue, keys: readonly string[]): boolean {
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  return keys.every((key) => (a[key] ?? DEFAULT_KEYS[key]) === (b[key] ?? DEFAULT_KEYS[key]));
}

function mergedList(base: readonly JsonValue[], patch: readonly JsonValue[], keys: readonly string[]): readonly JsonValue[] {
  const merged = [...base];
  for (const element of patch) {
    const at = merged.findIndex((each) => isSameListElement(each, element, keys));
    if (at < 0) merged.push(mergedValue(undefined, element, ""));
    else merged[at] = mergedValue(merged[at], element, "");
  }
  return merged;
}

/** Merges a value into another, for a named field; null removes it. */
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

/** A strategic merge of a pod template: maps by field, keyed lists by element, other lists as a whole. Fields that
 *  the patch omits stay. Source: apimachinery pkg/util/strategicpatch; structured-merge-diff for apply, whose
 *  removal of fields that the same manager set before is not known here. */
export const mergedTemplate = mergedFields;
