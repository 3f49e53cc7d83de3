import { stableJson } from "@daemonscope/kube/values/stable-json";
import { isJsonObject, type JsonObject } from "../objects/json.ts";
import { type ApiField, type ApiType, apiType, type ListType, type ValueType } from "../schema/api-types.ts";
import { EMPTY, type FieldSet, FieldSetBuilder } from "./field-set.ts";

/**
 * The structure of a value in server-side apply: parts with separate owners, or one whole. Source of this file:
 * structured-merge-diff typed/{tofieldset,compare,merge,remove,validate}.go.
 */
export type Shape =
  | { readonly kind: "leaf" }
  | { readonly kind: "struct"; readonly type: ApiType }
  | { readonly kind: "map"; readonly of: ValueType }
  | { readonly kind: "set" }
  | { readonly kind: "list"; readonly of: ValueType; readonly keys: readonly string[] };

const LEAF: Shape = { kind: "leaf" };

function shapeOfValue(value: ValueType, listType: ListType | undefined): Shape {
  switch (value.kind) {
    case "scalar":
      return LEAF;
    case "object": {
      const type = apiType(value.type);
      return type.atomic ? LEAF : { kind: "struct", type };
    }
    case "map":
      return { kind: "map", of: value.of };
    case "list":
      if (listType === "set") return { kind: "set" };
      return listType === undefined || listType === "atomic" ? LEAF : { kind: "list", of: value.of, keys: listType.keys };
  }
}

export const shapeOfField = (field: ApiField): Shape => (field.atomic ? LEAF : shapeOfValue(field.value, field.listType));
export const shapeOfType = (type: ApiType): Shape => ({ kind: "struct", type });

function shapeBelow(shape: Shape, element: string): Shape {
  switch (shape.kind) {
    case "struct": {
      const field = shape.type.fields.get(element.slice(2));
      return field === undefined ? LEAF : shapeOfField(field);
    }
    case "map":
    case "list":
      return shapeOfValue(shape.of, undefined);
    case "set":
    case "leaf":
      return LEAF;
  }
}

/**
 * Returns the element's key in its list, `k:{"containerPort":80,"protocol":"TCP"}`. A missing key field counts with its
 * default, if it has one.
 */
export function keyOfElement(shape: Extract<Shape, { kind: "list" }>, element: unknown): string {
  const fields = shape.of.kind === "object" ? apiType(shape.of.type).fields : undefined;
  const keys = [...shape.keys].sort().flatMap((key) => {
    const value = (isJsonObject(element) ? element[key] : undefined) ?? fields?.get(key)?.default;
    return value === undefined ? [] : [[key, value] as const];
  });
  return `k:${JSON.stringify(Object.fromEntries(keys))}`;
}

/** Returns the parts of a value by their path elements, in order; undefined for a leaf and for an empty value. */
function partsOf(shape: Shape, value: unknown): ReadonlyMap<string, unknown> | undefined {
  switch (shape.kind) {
    case "leaf":
      return undefined;
    case "struct":
    case "map":
      if (!isJsonObject(value) || Object.keys(value).length === 0) return undefined;
      return new Map(Object.entries(value).map(([name, part]) => [`f:${name}`, part]));
    case "set":
      if (!Array.isArray(value) || value.length === 0) return undefined;
      return new Map(value.map((part: unknown) => [`v:${JSON.stringify(part)}`, part]));
    case "list":
      if (!Array.isArray(value) || value.length === 0) return undefined;
      return new Map(value.map((part: unknown) => [keyOfElement(shape, part), part]));
  }
}

const isElement = (element: string): boolean => !element.startsWith("f:");

/** Returns all fields that a configuration names: its leaves, the elements of its lists and maps, and empty objects. */
export function fieldSetOf(shape: Shape, value: unknown): FieldSet {
  const set = new FieldSetBuilder();
  const visit = (partShape: Shape, part: unknown, path: readonly string[]): void => {
    const parts = partsOf(partShape, part);
    if (parts === undefined) {
      const emptyList = partShape.kind === "list" || partShape.kind === "set";
      if (path.length > 0 && !emptyList) set.insert(path);
      return;
    }
    for (const [element, below] of parts) {
      const next = [...path, element];
      visit(shapeBelow(partShape, element), below, next);
      if (isElement(element) || partShape.kind === "map") set.insert(next);
    }
  };
  visit(shape, value, []);
  return set;
}

interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** Returns the fields that differ between two versions of an object. */
export function compare(shape: Shape, before: unknown, after: unknown): Comparison {
  const added = new FieldSetBuilder();
  const modified = new FieldSetBuilder();
  const removed = new FieldSetBuilder();
  const visit = (partShape: Shape, left: unknown, right: unknown, path: readonly string[]): void => {
    const lefts = partsOf(partShape, left);
    const rights = partsOf(partShape, right);
    for (const element of new Set([...(lefts?.keys() ?? []), ...(rights?.keys() ?? [])]))
      visit(shapeBelow(partShape, element), lefts?.get(element), rights?.get(element), [...path, element]);
    if (path.length === 0) return;
    if (left === undefined) added.insert(path);
    else if (right === undefined) removed.insert(path);
    else if (lefts === undefined && rights === undefined && stableJson(left) !== stableJson(right)) modified.insert(path);
  };
  visit(shape, before, after, []);
  return { added, modified, removed };
}

/**
 * Returns the order of a merged list: the configuration's order for its elements, with other elements at their old
 * positions.
 */
function mergedOrder(lefts: readonly string[], rights: readonly string[]): readonly string[] {
  const inLeft = new Set(lefts);
  const inRight = new Set(rights);
  const shared = rights.filter((key) => inLeft.has(key));
  const order: string[] = [];
  const merged = new Set<string>();
  let next = shared.shift();
  let leftAt = 0;
  let rightAt = 0;
  const take = (key: string) => {
    merged.add(key);
    order.push(key);
    if (next === key) next = shared.shift();
  };
  while (leftAt < lefts.length || rightAt < rights.length) {
    const left = lefts[leftAt];
    const right = rights[rightAt];
    if (left !== undefined && left === right) {
      take(left);
      leftAt++;
      rightAt++;
    } else if (left !== undefined && right !== undefined && inRight.has(left) && next !== undefined && next !== left) leftAt++;
    else if (left !== undefined && !inRight.has(left)) {
      order.push(left);
      leftAt++;
    } else {
      if (left !== undefined && merged.has(left)) leftAt++;
      if (right !== undefined) {
        take(right);
        rightAt++;
      }
    }
  }
  return order;
}

/** Merges a configuration into an object. */
export function merge(shape: Shape, live: unknown, config: unknown): unknown {
  if (config === undefined) return live;
  const lefts = partsOf(shape, live);
  const rights = partsOf(shape, config);
  if (lefts === undefined && rights === undefined) return config;
  // An empty value removes nothing.
  if (rights === undefined) return live;
  const parts = (element: string) => merge(shapeBelow(shape, element), lefts?.get(element), rights.get(element));
  if (shape.kind === "struct" || shape.kind === "map") {
    const merged: JsonObject = {};
    for (const element of new Set([...(lefts?.keys() ?? []), ...rights.keys()])) merged[element.slice(2)] = parts(element);
    return merged;
  }
  return mergedOrder([...(lefts?.keys() ?? [])], [...rights.keys()]).map(parts);
}

/** Returns the value without the fields of a set; undefined if nothing is left. */
export function withoutFields(shape: Shape, value: unknown, fields: FieldSet): unknown {
  const parts = partsOf(shape, value);
  if (parts === undefined) return shape.kind === "leaf" ? value : undefined;
  const kept: [string, unknown][] = [];
  for (const [element, part] of parts) {
    const below = fields.children.get(element) ?? EMPTY;
    if (below.member) continue;
    kept.push([element, below.children.size === 0 ? part : withoutFields(shapeBelow(shape, element), part, below)]);
  }
  const left = kept.filter(([, part]) => part !== undefined);
  if (left.length === 0) return undefined;
  if (shape.kind === "struct" || shape.kind === "map") return Object.fromEntries(left.map(([element, part]) => [element.slice(2), part]));
  return left.map(([, part]) => part);
}

/** Marks the struct fields on the path to a member as members too. Map keys on the path are not marked. */
export function keepFields(shape: Shape, set: FieldSet): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const [element, child] of set.children) {
    const below = keepFields(shapeBelow(shape, element), child);
    const named = shape.kind === "struct" && shape.type.fields.has(element.slice(2)) && child.children.size > 0;
    children.set(element, named && !below.member ? { ...below, member: true } : below);
  }
  return { member: set.member, children };
}
