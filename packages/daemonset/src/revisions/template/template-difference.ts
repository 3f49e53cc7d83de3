import { appendTo } from "@daemonscope/kube/base/append-to";
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from "@daemonscope/kube/values/json-value";
import { isRedactedValue } from "@daemonscope/kube/values/redacted-value";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import { clipDepth } from "./clip-depth.ts";
import { type KeyedJoin, keysOf, listJoinOf } from "./list-joins.ts";

/** One step of a path in a template: a field, or the list element with this key. */
type PathStep = { readonly kind: "field"; readonly name: string } | { readonly kind: "element"; readonly name: string };
export type Path = readonly PathStep[];

/** One difference between two templates: a changed plain value, or a part that only one of them has. */
export type Difference =
  | { readonly kind: "added"; readonly path: Path; readonly after: JsonValue }
  | { readonly kind: "removed"; readonly path: Path; readonly before: JsonValue }
  | { readonly kind: "changed"; readonly path: Path; readonly before: JsonValue; readonly after: JsonValue }
  /**
   * The same elements in another order. `matters` is false if the order has no effect; the change still makes a new
   * revision.
   */
  | { readonly kind: "reordered"; readonly path: Path; readonly matters: boolean };

const fieldStep = (name: string): PathStep => ({ kind: "field", name });
const elementStep = (name: string): PathStep => ({ kind: "element", name });
/** The API treats null as absent. */
const isAbsent = (value: JsonValue | undefined): value is null | undefined => value === undefined || value === null;
const ownField = (value: JsonObject, name: string): JsonValue | undefined => (Object.hasOwn(value, name) ? value[name] : undefined);
const isContainer = (value: JsonValue): boolean => isJsonList(value) || (isJsonObject(value) && !isRedactedValue(value));

/** Compares two templates field by field, lists by the keys of their elements. Empty if they are equal, regardless
 *  of the order of fields. Sorted by field name; inside a list by its elements, removed ones first. Never throws.
 *  O(size). */
export function templateDifferences(before: JsonValue, after: JsonValue): readonly Difference[] {
  const found: Difference[] = [];
  compare(clipDepth(before), clipDepth(after), [], found);
  return found;
}

function compare(before: JsonValue | undefined, after: JsonValue | undefined, path: Path, found: Difference[]): void {
  if (isAbsent(before) && isAbsent(after)) return;
  const empty = emptyFor(path, isAbsent(before) ? after : before);
  if (empty !== undefined && (isAbsent(before) || isAbsent(after))) compare(before ?? empty, after ?? empty, path, found);
  else if (isAbsent(before)) found.push({ kind: "added", path, after: after ?? null });
  else if (isAbsent(after)) found.push({ kind: "removed", path, before });
  else if (isRedactedValue(before) || isRedactedValue(after)) {
    const isSame =
      isRedactedValue(before) &&
      isRedactedValue(after) &&
      before.$hidden === after.$hidden &&
      (before.$shown ?? "") === (after.$shown ?? "");
    if (!isSame) found.push({ kind: "changed", path, before, after });
  } else if (isJsonList(before) && isJsonList(after)) compareLists(before, after, path, found);
  else if (isJsonObject(before) && isJsonObject(after))
    for (const name of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort())
      compare(ownField(before, name), ownField(after, name), [...path, fieldStep(name)], found);
  else if (before !== after) found.push({ kind: "changed", path, before, after });
}

/** Maps whose fields are reported one by one. */
const NAMED_MAPS: readonly string[] = ["labels", "annotations", "nodeSelector", "resources", "limits", "requests"];
const NAMED_LISTS: readonly string[] = ["args", "command"];

/**
 * Returns the empty value to compare a one-sided field with, if its elements are separate changes; undefined if the
 * whole field is one change.
 */
function emptyFor(path: Path, present: JsonValue | undefined): JsonValue | undefined {
  const last = path[path.length - 1];
  if (last?.kind !== "field" || present === undefined) return undefined;
  if (isJsonList(present) && present.length > 0 && (listJoinOf(last.name).kind === "key" || NAMED_LISTS.includes(last.name))) return [];
  if (isJsonObject(present) && Object.keys(present).length > 0 && NAMED_MAPS.includes(last.name) && !isRedactedValue(present)) return {};
  return undefined;
}

function compareLists(before: readonly JsonValue[], after: readonly JsonValue[], path: Path, found: Difference[]): void {
  const last = path[path.length - 1];
  const join = listJoinOf(last?.kind === "field" ? last.name : "");
  switch (join.kind) {
    case "key":
      return compareByKey(before, after, join, path, found);
    case "content":
      return compareByContent(before, after, path, found);
    case "place":
      for (let at = 0; at < Math.max(before.length, after.length); at++)
        compare(before[at], after[at], [...path, elementStep(`#${at + 1}`)], found);
  }
}

function compareByKey(before: readonly JsonValue[], after: readonly JsonValue[], join: KeyedJoin, path: Path, found: Difference[]): void {
  const keysBefore = keysOf(before, join.keyOf);
  const keysAfter = keysOf(after, join.keyOf);
  const indexesAfter = new Map(keysAfter.map((key, at) => [key, at]));
  const indexesBefore = new Map(keysBefore.map((key, at) => [key, at]));
  keysBefore.forEach((key, at) => {
    if (!indexesAfter.has(key)) compare(before[at], undefined, [...path, elementStep(key)], found);
  });
  keysAfter.forEach((key, at) => {
    const indexBefore = indexesBefore.get(key);
    compare(indexBefore === undefined ? undefined : before[indexBefore], after[at], [...path, elementStep(key)], found);
  });
  const kept = keysBefore.flatMap((key) => indexesAfter.get(key) ?? []);
  if (kept.some((index, at) => at > 0 && index < (kept[at - 1] ?? 0))) found.push({ kind: "reordered", path, matters: join.ordered });
}

/** Common elements are no difference. Other lists and maps count as changed, paired in order; other plain values
 *  count as removed and added. */
function compareByContent(before: readonly JsonValue[], after: readonly JsonValue[], path: Path, found: Difference[]): void {
  const indexes = new Map<string, number[]>();
  after.forEach((element, at) => {
    const content = stableJson(element);
    appendTo(indexes, content, at);
  });
  const matched = new Set<number>();
  const removed: number[] = [];
  const order: number[] = [];
  before.forEach((element, at) => {
    const index = indexes.get(stableJson(element))?.shift();
    if (index === undefined) removed.push(at);
    else {
      matched.add(index);
      order.push(index);
    }
  });
  const added = after.flatMap((_element, at) => (matched.has(at) ? [] : [at]));
  const step = (at: number): Path => [...path, elementStep(`#${at + 1}`)];
  for (const at of removed) {
    const element = before[at];
    const partner = added[0];
    const next = partner === undefined ? undefined : after[partner];
    if (partner !== undefined && element !== undefined && next !== undefined && isContainer(element) && isContainer(next)) {
      added.shift();
      compare(element, next, step(at), found);
    } else compare(element, undefined, step(at), found);
  }
  for (const at of added) compare(undefined, after[at], step(at), found);
  if (order.some((index, at) => at > 0 && index < (order[at - 1] ?? 0))) found.push({ kind: "reordered", path, matters: false });
}
