import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { isJsonObject, type JsonObject } from "../objects/json.ts";

/**
 * A set of fields of an object, as a tree. `member` states whether the field itself is in the set; `children` holds the
 * fields below it. Keys are path elements as FieldsV1 writes them: `f:name`, `k:{"name":"a"}` (keys sorted), `v:"x"`.
 * Source: structured-merge-diff fieldpath/set.go, serialize.go.
 */
export interface FieldSet {
  readonly member: boolean;
  readonly children: ReadonlyMap<string, FieldSet>;
}

export const EMPTY: FieldSet = { member: false, children: new Map() };
const LEAF: FieldSet = { member: true, children: new Map() };

export const isEmptySet = (set: FieldSet): boolean => !set.member && set.children.size === 0;

/** Applies a set operation to each child in `keys`, and returns EMPTY if nothing remains. */
function combine(
  a: FieldSet,
  b: FieldSet,
  member: boolean,
  keys: Iterable<string>,
  inner: (a: FieldSet, b: FieldSet) => FieldSet,
): FieldSet {
  const children = new Map<string, FieldSet>();
  for (const key of keys) {
    const child = inner(a.children.get(key) ?? EMPTY, b.children.get(key) ?? EMPTY);
    if (!isEmptySet(child)) children.set(key, child);
  }
  return member || children.size > 0 ? { member, children } : EMPTY;
}

export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (isEmptySet(a)) return b;
  if (isEmptySet(b)) return a;
  return combine(a, b, a.member || b.member, new Set([...a.children.keys(), ...b.children.keys()]), union);
}

/** Returns the fields of `a` that are not in `b`, even if a field above them is. */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, b, a.member && !b.member, a.children.keys(), difference);
}

export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  return combine(a, b, a.member && b.member, a.children.keys(), intersection);
}

/** Returns the fields of `a` that are neither in `b` nor below a field of `b`. */
export function differenceBelow(a: FieldSet, b: FieldSet): FieldSet {
  if (b.member) return EMPTY;
  return combine(a, b, a.member, a.children.keys(), differenceBelow);
}

/** Returns the set of fields with these paths. With differenceBelow it also subtracts everything below them. */
export function setOfPaths(...paths: readonly (readonly string[])[]): FieldSet {
  let set = EMPTY;
  for (const path of paths) {
    let pathSet = LEAF;
    for (const name of [...path].reverse()) pathSet = { member: false, children: new Map([[`f:${name}`, pathSet]]) };
    set = union(set, pathSet);
  }
  return set;
}

/** Builds a set by insertion. */
export class FieldSetBuilder {
  member = false;
  readonly children = new Map<string, FieldSetBuilder>();

  insert(path: readonly string[]): void {
    let at: FieldSetBuilder = this;
    for (const element of path) {
      let next = at.children.get(element);
      if (next === undefined) {
        next = new FieldSetBuilder();
        at.children.set(element, next);
      }
      at = next;
    }
    at.member = true;
  }
}

/** Returns the FieldsV1 form: nested objects, with "." for a field that is in the set together with fields below it. */
export function writeFields(set: FieldSet): JsonObject {
  const fieldsV1: JsonObject = {};
  if (set.member && set.children.size > 0) fieldsV1["."] = {};
  for (const key of [...set.children.keys()].sort()) {
    const child = set.children.get(key);
    if (child !== undefined) fieldsV1[key] = writeFields(child);
  }
  return fieldsV1;
}

/** Reads FieldsV1; undefined for other values. */
export function readFields(value: unknown): FieldSet | undefined {
  if (!isJsonObject(value)) return undefined;
  const children = new Map<string, FieldSet>();
  for (const [key, below] of Object.entries(value)) {
    if (key === ".") continue;
    if (!/^[fkvi]:/.test(key)) return undefined;
    const child = readFields(below);
    if (child === undefined) return undefined;
    children.set(key, child.children.size === 0 ? LEAF : child);
  }
  return { member: Object.hasOwn(value, "."), children };
}

function elementText(element: string): string {
  const text = element.slice(2);
  switch (element[0]) {
    case "f":
      return `.${text}`;
    case "k": {
      const keys = Object.entries(JSON.parse(text) as JsonObject);
      return `[${keys.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(",")}]`;
    }
    case "v":
      return `[=${text}]`;
    default:
      return `[${text}]`;
  }
}

const KINDS = "fkvi";
const byElement = (a: string, b: string): number => KINDS.indexOf(a[0] ?? "") - KINDS.indexOf(b[0] ?? "") || compareTexts(a, b);

/**
 * Returns the fields of a set in the API's form, `.spec.template.spec.containers[name="a"].image`, and in its order.
 */
export function fieldPaths(set: FieldSet, prefix = ""): readonly string[] {
  const elements = [...set.children].sort(([a], [b]) => byElement(a, b));
  return [
    ...elements.filter(([, child]) => child.member).map(([element]) => prefix + elementText(element)),
    ...elements.flatMap(([element, child]) => fieldPaths(child, prefix + elementText(element))),
  ];
}
