import { stableJson } from "@daemonscope/kube/values/stable-json";
import { cloneJson, isJsonObject, type JsonObject } from "../objects/json.ts";
import { type ApiField, type ApiType, apiType, type ValueType } from "../schema/api-types.ts";

/** The error of a patch, and the status code of the API's answer. */
interface PatchProblem {
  readonly problem: string;
  readonly code: 400 | 500;
}

class BadPatch extends Error {
  readonly code: PatchProblem["code"];
  constructor(message: string, code: PatchProblem["code"] = 400) {
    super(message);
    this.code = code;
  }
}

const isDirective = (field: string): boolean => field.startsWith("$");
const withoutDirectives = (patch: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(patch).filter(([field]) => !isDirective(field)));

function directiveOf(patch: JsonObject): "merge" | "replace" | "delete" {
  const { $patch: directive } = patch;
  if (directive === undefined || directive === "merge") return "merge";
  if (directive === "replace" || directive === "delete") return directive;
  const directiveText = typeof directive === "number" ? `%!s(int64=${directive})` : String(directive);
  throw new BadPatch(`unknown patch type: ${directiveText} in map: ${goText(patch)}`, 500);
}

const typeBelow = (value: ValueType | undefined): ApiType | undefined => (value?.kind === "object" ? apiType(value.type) : undefined);
const elementType = (field: ApiField | undefined): ApiType | undefined =>
  field?.value.kind === "list" ? typeBelow(field.value.of) : undefined;

/** Returns the function that identifies the elements of a list: by merge key, or by value. */
function identityIn(field: ApiField | undefined): (element: unknown) => string {
  const key = field?.merge?.key;
  if (key === undefined) return stableJson;
  return (element) => {
    const value = isJsonObject(element) ? element[key] : undefined;
    if (value === undefined) throw new BadPatch(`map: ${goText(element)} does not contain declared merge key: ${key}`, 500);
    return stableJson(value);
  };
}

/** Returns a value as Go prints it. */
export function goText(value: unknown): string {
  if (isJsonObject(value))
    return `map[${Object.keys(value)
      .sort()
      .map((key) => `${key}:${goText(value[key])}`)
      .join(" ")}]`;
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  return value === null ? "<nil>" : String(value);
}

/** Returns the name of the Go type of a JSON value. */
function goType(value: unknown): string {
  if (Array.isArray(value)) return "[]interface {}";
  if (isJsonObject(value)) return "map[string]interface {}";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
  return value === null ? "%!s(<nil>)" : typeof value === "boolean" ? "bool" : typeof value;
}

const badType = (expected: string, value: unknown): BadPatch =>
  new BadPatch(`expected a ${expected}, but received a ${goType(value)}`, 500);

const isSpecial = (element: unknown): boolean => isJsonObject(element) && element.$patch !== undefined;

/** Throws unless the elements of a patch are in its order list, and in the same order. */
function checkOrder(patchElements: readonly unknown[], order: readonly unknown[], field: ApiField | undefined): void {
  if (patchElements.length === 0 || order.length === 0) return;
  const isKeyed = field?.merge?.key !== undefined;
  const identity = identityIn(field);
  const ordered = patchElements.filter((element) => !isSpecial(element));
  let found = 0;
  for (const element of order) {
    if (found === ordered.length) return;
    if (isKeyed && !isJsonObject(element)) throw badType("map[string]interface {}", element);
    if (identity(ordered[found]) === identity(element)) found++;
  }
  if (found < ordered.length)
    throw new BadPatch(
      `The order in patch list:\n${goText(patchElements)}\n doesn't match $setElementOrder list:\n${goText(order)}\n`,
      500,
    );
}

/**
 * Returns the elements of a list in the order that the patch states. Elements that only the server has keep their
 * position relative to common ones.
 */
function inPatchOrder(
  merged: readonly unknown[],
  before: readonly unknown[],
  order: readonly unknown[],
  identity: (element: unknown) => string,
): readonly unknown[] {
  const orderIndexes = new Map(order.map((element, at) => [identity(element), at]));
  const positionBefore = new Map(before.map((element, at) => [identity(element), at]));
  const inOrder = merged.filter((element) => orderIndexes.has(identity(element)));
  inOrder.sort((a, b) => (orderIndexes.get(identity(a)) ?? 0) - (orderIndexes.get(identity(b)) ?? 0));
  const others = merged.filter((element) => !orderIndexes.has(identity(element)));
  const sorted: unknown[] = [];
  while (others.length > 0 || inOrder.length > 0) {
    const [other, next] = [others[0], inOrder[0]];
    const otherPosition = other === undefined ? undefined : positionBefore.get(identity(other));
    const nextPosition = next === undefined ? undefined : positionBefore.get(identity(next));
    const otherFirst = inOrder.length === 0 || (otherPosition !== undefined && nextPosition !== undefined && otherPosition < nextPosition);
    sorted.push(otherFirst && others.length > 0 ? others.shift() : inOrder.shift());
  }
  return sorted;
}

function mergeElements(target: readonly unknown[], patch: readonly unknown[], field: ApiField): readonly unknown[] {
  const identity = identityIn(field);
  if (field.merge?.key === undefined) {
    const known = new Set(target.map(identity));
    return [...target, ...patch.filter((value) => !known.has(identity(value)))];
  }
  const type = elementType(field);
  if (patch.some((element) => isJsonObject(element) && element.$patch === "replace"))
    return patch
      .filter((element) => isJsonObject(element) && element.$patch !== "replace")
      .map((element) => mergeObject({}, element as JsonObject, type));
  if (target.length > 0 && !patch.every(isJsonObject))
    throw new BadPatch(`list element types are not identical: ${goText([target, patch])}`, 500);
  const merged = [...target];
  for (const element of patch) {
    if (!isJsonObject(element)) throw new BadPatch("expected a list of objects");
    const elementId = identity(element);
    const at = merged.findIndex((present) => identity(present) === elementId);
    if (directiveOf(element) === "delete") {
      if (at >= 0) merged.splice(at, 1);
    } else if (at >= 0) merged[at] = mergeObject(merged[at], element, type);
    else merged.push(mergeObject({}, element, type));
  }
  return merged;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Merges one list: applies the removals, the elements and the order of the patch. Undefined if there is no list. */
function mergeList(name: string, target: JsonObject, patch: JsonObject, field: ApiField | undefined): readonly unknown[] | undefined {
  const before = listOf(target[name]);
  const patchElements = patch[name];
  const removals = patch[`$deleteFromPrimitiveList/${name}`];
  const order = patch[`$setElementOrder/${name}`];
  if (order !== undefined && !Array.isArray(order)) throw badType("[]interface {}", order);
  let list: readonly unknown[] | undefined = Array.isArray(target[name]) ? before : undefined;
  if (Array.isArray(removals) && list !== undefined) {
    if (before.some(isJsonObject) !== removals.some(isJsonObject))
      throw new BadPatch(`list element types are not identical: ${goText([before, removals])}`, 500);
    const removed = new Set(removals.map(stableJson));
    list = before.filter((element) => !removed.has(stableJson(element)));
  }
  if (Array.isArray(patchElements))
    list = field?.merge === undefined ? cloneJson(patchElements) : mergeElements(list ?? [], patchElements, field);
  if (Array.isArray(patchElements) && Array.isArray(order)) checkOrder(patchElements, order, field);
  // Without an order list, the order of the patch's elements applies.
  const fullOrder =
    order ??
    (Array.isArray(patchElements) && field?.merge !== undefined ? patchElements.filter((element) => !isSpecial(element)) : undefined);
  if (Array.isArray(fullOrder) && list !== undefined) list = inPatchOrder(list, before, fullOrder, identityIn(field));
  return list;
}

const LIST_DIRECTIVE = /^\$(?:setElementOrder|deleteFromPrimitiveList)\/(.+)$/;

function mergeObject(target: unknown, patch: JsonObject, type: ApiType | undefined): JsonObject {
  if (directiveOf(patch) === "replace") return cloneJson(withoutDirectives(patch));
  const before: JsonObject = isJsonObject(target) ? target : {};
  const merged: JsonObject = { ...before };
  if (patch.$retainKeys !== undefined) {
    if (!Array.isArray(patch.$retainKeys)) throw new BadPatch("invalid patch format of retainKeys");
    const retained = patch.$retainKeys as readonly unknown[];
    if (Object.keys(patch).some((field) => patch[field] !== null && !isDirective(field) && !retained.includes(field)))
      throw new BadPatch("invalid patch format of retainKeys");
    for (const field of Object.keys(merged)) if (!retained.includes(field)) delete merged[field];
  }
  const fields = new Set(Object.keys(patch).map((field) => LIST_DIRECTIVE.exec(field)?.[1] ?? field));
  for (const name of fields) {
    if (isDirective(name)) continue;
    const value = patch[name];
    const field = type?.fields.get(name);
    if (value === null) delete merged[name];
    else if (value === undefined || Array.isArray(value)) {
      const list = mergeList(name, before, patch, field);
      if (list !== undefined) merged[name] = list;
    } else if (isJsonObject(value)) {
      if (directiveOf(value) === "delete") delete merged[name];
      else merged[name] = mergeObject(merged[name], value, typeBelow(field?.value));
    } else merged[name] = value;
  }
  return merged;
}

/**
 * Applies a strategic merge patch to a copy, with its directives: `$patch` merge, replace and delete, `$retainKeys`,
 * `$setElementOrder`, `$deleteFromPrimitiveList`. A list with a merge strategy merges by its merge key, or by value if
 * it has no key. All other lists are replaced. Source: apimachinery util/strategicpatch/patch.go.
 */
export function applyStrategicMerge(target: unknown, patch: JsonObject, type: ApiType): { readonly value: JsonObject } | PatchProblem {
  try {
    return { value: mergeObject(target, patch, type) };
  } catch (error) {
    if (error instanceof BadPatch) return { problem: error.message, code: error.code };
    throw error;
  }
}
