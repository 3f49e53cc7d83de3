import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { isJsonObject } from "@daemonscope/kube/values/json-value";

/**
 * The encoding of a value relative to its earlier value. Tags from SMALL on are numbers that differ from it by at most
 * SMALL_HALF.
 */
export const TAG = {
  same: 0,
  /** Only for a field: it was removed. */
  gone: 1,
  null: 2,
  true: 3,
  false: 4,
  /** A string of digits: its numeric growth. */
  decimal: 5,
  /** A node name, by reference. */
  name: 6,
  /** A string: the lengths of the kept start and end, and the text between. */
  within: 7,
  text: 8,
  /** A number, in three forms: its growth, its age before the frame, or the value itself. */
  grown: 9,
  ago: 10,
  number: 11,
  /** Any other number, as JSON: a fraction, a negative zero, or a number from ±2⁵¹ on. */
  json: 12,
  /**
   * An object: its changed fields, by index in the sorted field names. `newFields` also has new fields with their
   * names.
   */
  fields: 13,
  newFields: 14,
  /**
   * A strictly ascending list of strings: the removals from the earlier list, then the additions. The codec first takes
   * near nodes out of the earlier list, because a list of nodes mostly changes at these; those that stay are additions.
   */
  sorted: 15,
  /** A list, as runs of kept, removed and added elements. */
  list: 16,
} as const;

/** Numbers with a difference from −SMALL_HALF to SMALL_HALF have one tag each; an unchanged number is `same`. */
export const SMALL = 17;
export const SMALL_HALF = 22;

/** The context of a text: the base of its times and its node references. */
export interface ValueContext {
  /** Time of the frame, in milliseconds: most times are near it. */
  readonly atMs: number;
  readonly names: NodeNameContext;
}

/**
 * Node names by number. The near nodes come first: their cells of the same DaemonSet change in the same frame, so its
 * record often names them. Then come all nodes, by row.
 */
export interface NodeNameContext {
  refOf(name: string): number | undefined;
  nameOf(ref: number): string | undefined;
  isNear(name: string): boolean;
}

/** Beyond this limit sums and differences may be inexact. */
const MOST = 2 ** 51;

/** Reports whether a number can be encoded as a difference; any other number is written as JSON. */
export function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(value as number) < MOST && !Object.is(value, -0);
}

/** Returns the defined fields of an object, sorted by name. `undefined` counts as missing, as in JSON. */
export function fieldsOf(value: unknown): readonly (readonly [name: string, value: unknown])[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => compareTexts(a, b));
}

/** Reports whether a value is a strictly ascending list of strings. */
export function isSortedTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each, at) => typeof each === "string" && (at === 0 || value[at - 1] < each));
}

/** Field names in object order and sorted. */
interface NameOrder {
  readonly names: readonly string[];
  readonly inOrder: readonly string[];
}

/**
 * Sorted names by number of names. Objects of one type list their fields in the same order, which keeps the number of
 * orders small.
 */
const nameOrders = new Map<number, NameOrder[]>();
const MAX_ORDERS = 16;

export function sortedFieldNames(names: readonly string[]): readonly string[] {
  const known = nameOrders.get(names.length) ?? [];
  for (const each of known) if (each.names.every((name, at) => name === names[at])) return each.inOrder;
  const order = { names, inOrder: names.toSorted() };
  // Node labels are fields too, and may have any names.
  if (known.length < MAX_ORDERS) nameOrders.set(names.length, [...known, order]);
  return order.inOrder;
}

/**
 * Returns a text that identifies a list element while its other values change: its strings, except those in nested
 * lists.
 */
export function elementKey(value: unknown): string {
  if (typeof value === "string") return value;
  if (!isJsonObject(value)) return "";
  let text: string | undefined;
  for (const name of sortedFieldNames(Object.keys(value))) {
    const field = value[name];
    if (field !== undefined) text = text === undefined ? elementKey(field) : `${text}\n${elementKey(field)}`;
  }
  return text ?? "";
}
