import { stableJson } from "@daemonscope/kube/values/stable-json";
import { isJson, type Json } from "@daemonscope/kube-client/decode/fields";

/**
 * The merge key of each mergeable list, by list name, for the watched kinds. Lists that are neither here nor in SETS
 * are replaced. Source: x-kubernetes-patch-merge-key in the OpenAPI schema of core/v1, apps/v1 and meta/v1.
 */
const MERGE_KEYS: ReadonlyMap<string, string> = new Map([
  ["addresses", "type"],
  ["conditions", "type"],
  ["containers", "name"],
  ["env", "name"],
  ["ephemeralContainers", "name"],
  ["hostAliases", "ip"],
  ["hostIPs", "ip"],
  ["imagePullSecrets", "name"],
  ["initContainers", "name"],
  ["ownerReferences", "uid"],
  ["podIPs", "ip"],
  ["ports", "containerPort"],
  ["resourceClaims", "name"],
  ["resourceClaimStatuses", "name"],
  ["schedulingGates", "name"],
  ["topologySpreadConstraints", "topologyKey"],
  ["volumeDevices", "devicePath"],
  ["volumeMounts", "mountPath"],
  ["volumes", "name"],
]);
/** Lists of plain values that merge; each value occurs once. */
const SETS: ReadonlySet<string> = new Set(["finalizers", "podCIDRs"]);

const DIRECTIVE = /^\$(?:setElementOrder|deleteFromPrimitiveList)\/(.+)$/;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function identityIn(name: string): (element: unknown) => string {
  const key = MERGE_KEYS.get(name);
  return (element) => stableJson(key !== undefined && isJson(element) ? element[key] : element);
}

function mergedElements(name: string, before: readonly unknown[], patch: readonly unknown[]): readonly unknown[] {
  const identity = identityIn(name);
  const merged = new Map(before.map((element) => [identity(element), element]));
  for (const element of patch) {
    const id = identity(element);
    if (!isJson(element)) merged.set(id, element);
    else if (element.$patch === "delete") merged.delete(id);
    else merged.set(id, mergePatch(merged.get(id), element));
  }
  return [...merged.values()];
}

/** Sorts elements as the order states; other elements follow. */
function ordered(name: string, list: readonly unknown[], order: readonly unknown[]): readonly unknown[] {
  const identity = identityIn(name);
  const positions = new Map(order.map((element, at) => [identity(element), at]));
  const positionOf = (element: unknown) => positions.get(identity(element)) ?? positions.size;
  return [...list].sort((a, b) => positionOf(a) - positionOf(b));
}

function mergedList(name: string, before: unknown, patch: Json): unknown {
  const patchList = patch[name];
  const deleted = new Set(listOf(patch[`$deleteFromPrimitiveList/${name}`]).map(stableJson));
  const remaining = listOf(before).filter((element) => !deleted.has(stableJson(element)));
  const isMerged = MERGE_KEYS.has(name) || SETS.has(name);
  const isReplaced = listOf(patchList).some((element) => isJson(element) && element.$patch === "replace");
  const elements = listOf(patchList).filter((element) => !isJson(element) || element.$patch !== "replace");
  const merged = patchList === undefined ? remaining : isMerged && !isReplaced ? mergedElements(name, remaining, elements) : elements;
  const order = patch[`$setElementOrder/${name}`];
  return Array.isArray(order) ? ordered(name, merged, order) : merged;
}

/**
 * Applies a strategic merge patch of kwok or kubectl to an object of a watched kind and returns a new object. The patch
 * is not validated, because the API server accepted it.
 */
export function mergePatch(target: unknown, patch: Json): Json {
  const { $patch: directive, $retainKeys: retained } = patch;
  const before = directive !== "replace" && isJson(target) ? target : {};
  const retainedFields = Array.isArray(retained)
    ? Object.entries(before).filter(([field]) => retained.includes(field))
    : Object.entries(before);
  const merged = new Map<string, unknown>(retainedFields);
  for (const name of new Set(Object.keys(patch).map((field) => DIRECTIVE.exec(field)?.[1] ?? field))) {
    const value = patch[name];
    if (name.startsWith("$")) continue;
    if (value === null || (isJson(value) && value.$patch === "delete")) merged.delete(name);
    else if (value === undefined || Array.isArray(value)) merged.set(name, mergedList(name, before[name], patch));
    else merged.set(name, isJson(value) ? mergePatch(before[name], value) : value);
  }
  return Object.fromEntries(merged);
}
