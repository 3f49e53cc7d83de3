import { existingPath, type JsonPatchOperation, pointer } from "@daemonscope/daemonset/actions/changes/json-patch";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { isJson, type Json } from "@daemonscope/kube-client/decode/fields";

/** The merge keys of lists in a strategic merge. */
const LIST_KEYS: Readonly<Record<string, readonly string[]>> = {
  containers: ["name"],
  initContainers: ["name"],
  ports: ["containerPort", "protocol"],
};
const KEY_DEFAULTS: Readonly<Record<string, unknown>> = { protocol: "TCP" };

const keyOf = (element: Json, field: string): unknown => element[field] ?? KEY_DEFAULTS[field];

/** Drops null values: in a merge they remove a field, and a new value has none to remove. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, each]) => (each === null ? [] : [[field, withoutNulls(each)] as const])),
  );
}

function listOperations(path: string, field: string, before: readonly unknown[], patch: readonly unknown[]): readonly JsonPatchOperation[] {
  const keys = LIST_KEYS[field];
  if (keys === undefined) return isEqualJson(before, patch) ? [] : [existingPath(path, before), { op: "replace", path, value: patch }];
  return patch.filter(isJson).flatMap((element): readonly JsonPatchOperation[] => {
    const at = before.findIndex((existing) => isJson(existing) && keys.every((key) => keyOf(existing, key) === keyOf(element, key)));
    const existing = before[at];
    if (!isJson(existing)) return [{ op: "add", path: `${path}/-`, value: withoutNulls(element) }];
    const elementPath = path + pointer(at);
    const rest = Object.fromEntries(Object.entries(element).filter(([key]) => !keys.includes(key)));
    const identityTests = keys.flatMap((key) =>
      existing[key] === undefined ? [] : [existingPath(elementPath + pointer(key), existing[key])],
    );
    const operations = mergeOperations(existing, rest, elementPath);
    return operations.length === 0 ? [] : [...identityTests, ...operations];
  });
}

/** Converts a strategic merge into a JSON patch of an object, with tests of replaced values. Creates missing
 *  parents of a field. O(size of the patch and of the lists that it names). */
export function mergeOperations(object: Json, patch: Json, path = ""): readonly JsonPatchOperation[] {
  return Object.entries(patch).flatMap(([field, value]): readonly JsonPatchOperation[] => {
    const fieldPath = path + pointer(field);
    const before = object[field] ?? undefined;
    if (value === null) return before === undefined ? [] : [existingPath(fieldPath, before), { op: "remove", path: fieldPath }];
    if (isJson(value) && isJson(before)) return mergeOperations(before, value, fieldPath);
    if (Array.isArray(value) && Array.isArray(before)) return listOperations(fieldPath, field, before, value);
    const newValue = withoutNulls(value);
    return isEqualJson(before, newValue) ? [] : [existingPath(fieldPath, before), { op: "add", path: fieldPath, value: newValue }];
  });
}
