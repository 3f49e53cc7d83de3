import { existingPath, type JsonPatchOperation, pointer } from "@daemonscope/daemonset/actions/changes/json-patch";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { isJson, type Json } from "@daemonscope/kube-client/decode/fields";

/** The merge keys of lists in a strategic merge. */
const LIST_KEYS: Readonly<Record<string, readonly string[]>> = {
  containers: ["name"],
  initContainers: ["name"],
  ports: ["containerPort", "protocol"],
};
const OWN_DEFAULT: Readonly<Record<string, unknown>> = { protocol: "TCP" };

const keyOf = (element: Json, field: string): unknown => element[field] ?? OWN_DEFAULT[field];

/** Drops null values, which a merge would remove: nothing exists to remove. */
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
    const at = before.findIndex((has) => isJson(has) && keys.every((key) => keyOf(has, key) === keyOf(element, key)));
    const has = before[at];
    if (!isJson(has)) return [{ op: "add", path: `${path}/-`, value: withoutNulls(element) }];
    const elementPath = path + pointer(at);
    const rest = Object.fromEntries(Object.entries(element).filter(([key]) => !keys.includes(key)));
    const isIt = keys.flatMap((key) => (has[key] === undefined ? [] : [existingPath(elementPath + pointer(key), has[key])]));
    const operations = mergeOperations(has, rest, elementPath);
    return operations.length === 0 ? [] : [...isIt, ...operations];
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
    const wanted = withoutNulls(value);
    return isEqualJson(before, wanted) ? [] : [existingPath(fieldPath, before), { op: "add", path: fieldPath, value: wanted }];
  });
}
