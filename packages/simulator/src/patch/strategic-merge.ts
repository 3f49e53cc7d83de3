import { stableJson } from "@daemonscope/kube/stable-json";
import { cloneJson, isJsonObject, type JsonObject } from "../store/json.ts";

/** Lists that merge by a key of their elements; all others are replaced whole (tolerations, taints, nodeSelectorTerms, args…). */
const MERGE_KEYS: Readonly<Record<string, string>> = {
  containers: "name",
  initContainers: "name",
  ephemeralContainers: "name",
  env: "name",
  imagePullSecrets: "name",
  volumes: "name",
  schedulingGates: "name",
  ports: "containerPort",
  volumeMounts: "mountPath",
  volumeDevices: "devicePath",
  hostAliases: "ip",
  topologySpreadConstraints: "topologyKey",
  conditions: "type",
  addresses: "type",
  ownerReferences: "uid",
};
/** Lists of plain values that merge as sets. */
const SETS = new Set(["finalizers"]);

const isDirective = (field: string): boolean => field.startsWith("$");

function mergeList(field: string, target: readonly unknown[], patch: readonly unknown[]): readonly unknown[] {
  const key = MERGE_KEYS[field];
  if (key === undefined) {
    if (!SETS.has(field)) return cloneJson(patch);
    return [...target, ...patch.filter((value) => !target.includes(value))];
  }
  if (patch.some((element) => isJsonObject(element) && element.$patch === "replace"))
    return patch.filter((element) => !(isJsonObject(element) && element.$patch === "replace")).map(cloneJson);
  const merged = [...target];
  for (const element of patch) {
    if (!isJsonObject(element)) continue;
    const at = merged.findIndex((present) => isJsonObject(present) && stableJson(present[key]) === stableJson(element[key]));
    if (element.$patch === "delete") {
      if (at >= 0) merged.splice(at, 1);
    } else if (at >= 0) merged[at] = applyStrategicMerge(merged[at], element);
    else merged.push(applyStrategicMerge({}, element));
  }
  return merged;
}

function reorder(list: readonly unknown[], field: string, order: readonly unknown[]): readonly unknown[] {
  const key = MERGE_KEYS[field];
  const identity = (element: unknown) => stableJson(key === undefined ? element : isJsonObject(element) ? element[key] : element);
  const rank = new Map(order.map((element, at) => [identity(element), at]));
  return [...list].sort((a, b) => (rank.get(identity(a)) ?? order.length) - (rank.get(identity(b)) ?? order.length));
}

/** Applies a strategic merge patch to a copy, with its directives: `$patch` replace and delete, `$retainKeys`, `$setElementOrder`, `$deleteFromPrimitiveList`.
 *  Source: apimachinery util/strategicpatch/patch.go; merge keys from the API types' tags. */
export function applyStrategicMerge(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return cloneJson(patch);
  if (patch.$patch === "replace") return cloneJson(Object.fromEntries(Object.entries(patch).filter(([field]) => !isDirective(field))));
  const merged: JsonObject = isJsonObject(target) ? { ...target } : {};
  if (Array.isArray(patch.$retainKeys))
    for (const field of Object.keys(merged)) if (!patch.$retainKeys.includes(field)) delete merged[field];
  for (const [field, value] of Object.entries(patch)) {
    if (isDirective(field)) continue;
    if (value === null) delete merged[field];
    else if (isJsonObject(value) && value.$patch === "delete") delete merged[field];
    else if (Array.isArray(value))
      merged[field] = mergeList(field, Array.isArray(merged[field]) ? (merged[field] as unknown[]) : [], value);
    else merged[field] = applyStrategicMerge(merged[field], value);
  }
  for (const [field, value] of Object.entries(patch)) {
    if (!Array.isArray(value)) continue;
    const order = /^\$setElementOrder\/(.+)$/.exec(field)?.[1];
    const removal = /^\$deleteFromPrimitiveList\/(.+)$/.exec(field)?.[1];
    if (removal !== undefined && Array.isArray(merged[removal]))
      merged[removal] = (merged[removal] as unknown[]).filter((element) => !value.includes(element));
    if (order !== undefined && Array.isArray(merged[order])) merged[order] = reorder(merged[order] as unknown[], order, value);
  }
  return merged;
}
