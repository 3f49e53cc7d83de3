import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { isJsonObject } from "@daemonscope/kube/values/json-value";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import type { TextWriter } from "./text-writer.ts";
import { isSortedTexts, isWhole, SMALL, SMALL_HALF, TAG, type ValueContext } from "./value-tags.ts";

const DECIMAL = /^(0|[1-9]\d{0,14})$/;
/** A string that keeps fewer characters than this is written whole. */
const MIN_KEPT = 4;

function writeNumber(writer: TextWriter, before: unknown, value: number, { atMs }: ValueContext): void {
  if (!isWhole(value)) {
    writer.number(TAG.json);
    writer.string(JSON.stringify(value));
    return;
  }
  const grown = isWhole(before) ? value - before : value;
  if (Math.abs(grown) <= SMALL_HALF) return writer.number(SMALL + SMALL_HALF + grown);
  const ago = atMs - value;
  const forms = [
    [TAG.number, value],
    ...(isWhole(before) ? [[TAG.grown, grown] as const] : []),
    ...(isWhole(ago) ? [[TAG.ago, ago] as const] : []),
  ] as const;
  const [tag, written] = forms.reduce((least, form) => (Math.abs(form[1]) < Math.abs(least[1]) ? form : least));
  writer.number(tag);
  writer.signed(written);
}

/** Returns the number of common characters of two strings, at most `most`. */
function common(a: string, b: string, most: number, charAt: (text: string, at: number) => number): number {
  let length = 0;
  while (length < most && charAt(a, length) === charAt(b, length)) length++;
  return length;
}

function writeString(writer: TextWriter, before: unknown, value: string, { names }: ValueContext): void {
  if (typeof before === "string" && DECIMAL.test(before) && DECIMAL.test(value)) {
    writer.number(TAG.decimal);
    return writer.signed(Number(value) - Number(before));
  }
  const ref = names.refOf(value);
  if (ref !== undefined) {
    writer.number(TAG.name);
    return writer.number(ref);
  }
  if (typeof before === "string") {
    const most = Math.min(before.length, value.length);
    const begin = common(before, value, most, (text, at) => text.charCodeAt(at));
    const end = common(before, value, most - begin, (text, at) => text.charCodeAt(text.length - 1 - at));
    if (begin + end >= MIN_KEPT) {
      writer.number(TAG.within);
      writer.number(begin);
      writer.number(end);
      return writer.string(value.slice(begin, value.length - end));
    }
  }
  writer.number(TAG.text);
  writer.string(value);
}

/** Writes ascending numbers as distances. */
function writeGaps(writer: TextWriter, ascending: readonly number[]): void {
  writer.number(ascending.length);
  let previous = -1;
  for (const each of ascending) {
    writer.number(each - previous - 1);
    previous = each;
  }
}

function writeSorted(writer: TextWriter, before: readonly string[], value: readonly string[], { names }: ValueContext): void {
  const far = before.filter((name) => !names.isNear(name));
  const removed: number[] = [];
  const added: string[] = [];
  // Both lists are sorted.
  let next = 0;
  for (let at = 0; at < far.length; at++) {
    const name = far[at] ?? "";
    for (let other = value[next]; other !== undefined && other < name; other = value[++next]) added.push(other);
    if (value[next] === name) next++;
    else removed.push(at);
  }
  for (; next < value.length; next++) added.push(value[next] ?? "");
  writer.number(TAG.sorted);
  writeGaps(writer, removed);
  writer.number(added.length);
  for (const name of added) {
    const ref = names.refOf(name);
    writer.number(ref === undefined ? 0 : ref + 1);
    if (ref === undefined) writer.string(name);
  }
}

/** Two lists with at most this many elements together are compared in pairs; longer ones by JSON text. */
const FEW_ELEMENTS = 24;

/**
 * Maps two lists to numbers or strings that are equal for equal elements. A comparison of two elements is cheap,
 * because unchanged elements are mostly the same object and others differ early.
 */
function comparable(before: readonly unknown[], after: readonly unknown[]): readonly [readonly unknown[], readonly unknown[]] {
  if (before.length + after.length > FEW_ELEMENTS) return [before.map((each) => stableJson(each)), after.map((each) => stableJson(each))];
  const known: unknown[] = [];
  const numberOf = (element: unknown): number => {
    const at = known.findIndex((each) => isEqualJson(each, element));
    return at < 0 ? known.push(element) - 1 : at;
  };
  return [before.map(numberOf), after.map(numberOf)];
}

interface Run {
  kept: number;
  dropped: number;
  readonly added: number[];
}

/**
 * Returns the edits from one list to another, in one pass. A common element is kept if both lists reach it at the same
 * time. Kept elements at the end need no run.
 */
function runsBetween([before, after]: readonly [readonly unknown[], readonly unknown[]]): readonly Run[] {
  const [inBefore, inAfter] = [new Set(before), new Set(after)];
  const runs: Run[] = [];
  let run: Run = { kept: 0, dropped: 0, added: [] };
  const isOpen = () => run.dropped > 0 || run.added.length > 0;
  const endRun = () => {
    if (isOpen()) {
      runs.push(run);
      run = { kept: 0, dropped: 0, added: [] };
    }
  };
  let from = 0;
  let to = 0;
  while (from < before.length || to < after.length) {
    const [oldElement, newElement] = [before[from], after[to]];
    if (oldElement !== undefined && oldElement === newElement) {
      endRun();
      run.kept++;
      from++;
      to++;
    } else if (oldElement !== undefined && (newElement === undefined || !inAfter.has(oldElement) || inBefore.has(newElement))) {
      if (run.added.length > 0) endRun();
      run.dropped++;
      from++;
    } else {
      run.added.push(to);
      to++;
    }
  }
  endRun();
  return runs;
}

const NO_INDEXES: ReadonlyMap<string, number> = new Map();

function writeList(writer: TextWriter, before: readonly unknown[], value: readonly unknown[], context: ValueContext): void {
  const runs = runsBetween(comparable(before, value));
  const earlierIndexes = runs.some(({ added }) => added.length > 0) ? new Map(before.map((each, at) => [identity(each), at])) : NO_INDEXES;
  writer.number(TAG.list);
  writer.number(runs.length);
  for (const { kept, dropped, added } of runs) {
    writer.number(kept);
    writer.number(dropped);
    writer.number(added.length);
    for (const at of added) {
      const from = isJsonObject(value[at]) ? (earlierIndexes.get(identity(value[at])) ?? (at < before.length ? at : -1)) : -1;
      writer.number(from + 1);
      writeChanged(writer, before[from], value[at], context);
    }
  }
}

/** The fields of an object, sorted by name. */
export type OrderedFields = readonly (readonly [name: string, value: unknown])[];

type Named = Readonly<Record<string, unknown>>;

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

function sortedFieldNames(names: readonly string[]): readonly string[] {
  const known = nameOrders.get(names.length) ?? [];
  for (const each of known) if (each.names.every((name, at) => name === names[at])) return each.inOrder;
  const order = { names, inOrder: names.toSorted() };
  // Node labels are fields too, and may have any names.
  if (known.length < MAX_ORDERS) nameOrders.set(names.length, [...known, order]);
  return order.inOrder;
}

/** Sorted fields are cached for objects with at least this number of fields. */
const MANY_FIELDS = 12;
const fieldsCache = new WeakMap<object, OrderedFields>();

/**
 * Returns the sorted fields of an object. Large objects are records, and the next frame that changes one needs its
 * fields again.
 */
export function orderedFields(value: object): OrderedFields {
  const known = fieldsCache.get(value);
  if (known !== undefined) return known;
  const fields: (readonly [name: string, value: unknown])[] = [];
  for (const name of sortedFieldNames(Object.keys(value))) {
    const field = (value as Named)[name];
    if (field !== undefined) fields.push([name, field]);
  }
  if (fields.length >= MANY_FIELDS) fieldsCache.set(value, fields);
  return fields;
}

/** Returns the same text as elementKey, with fewer allocations. */
function identity(value: unknown): string {
  if (typeof value === "string") return value;
  if (!isJsonObject(value)) return "";
  let text: string | undefined;
  for (const name of sortedFieldNames(Object.keys(value))) {
    const field = (value as Named)[name];
    if (field !== undefined) text = text === undefined ? identity(field) : `${text}\n${identity(field)}`;
  }
  return text ?? "";
}

/**
 * Writes the fields of an object against its earlier fields, or against none. The output equals that of writeValue for
 * the two objects.
 */
export function writeFields(writer: TextWriter, before: OrderedFields | undefined, after: OrderedFields, context: ValueContext): void {
  const known = before ?? [];
  const changed: number[] = [];
  /** For each changed field its new value; undefined if the field was removed. */
  const changedTo: (readonly [name: string, field: unknown] | undefined)[] = [];
  const addedFields: (readonly [name: string, field: unknown])[] = [];
  let at = 0;
  for (let index = 0; index < known.length; index++) {
    const [name, field] = known[index] ?? [""];
    for (let next = after[at]; next !== undefined && next[0] < name; next = after[++at]) addedFields.push(next);
    const match = after[at]?.[0] === name ? after[at++] : undefined;
    if (match !== undefined && isEqualJson(field, match[1])) continue;
    changed.push(index);
    changedTo.push(match);
  }
  for (; at < after.length; at++) addedFields.push(after[at] ?? ["", undefined]);
  if (before !== undefined && changed.length === 0 && addedFields.length === 0) return writer.number(TAG.same);
  writer.number(addedFields.length === 0 ? TAG.fields : TAG.newFields);
  writeGaps(writer, changed);
  for (let each = 0; each < changed.length; each++) {
    const field = changedTo[each];
    if (field === undefined) writer.number(TAG.gone);
    else writeChanged(writer, known[changed[each] ?? 0]?.[1], field[1], context);
  }
  if (addedFields.length === 0) return;
  writer.number(addedFields.length);
  for (const [name, field] of addedFields) {
    writer.string(name);
    writeChanged(writer, undefined, field, context);
  }
}

/**
 * Writes a JSON value against its earlier value, or against none; readValue restores it (F14). An unchanged value takes
 * one character. O(both).
 */
export function writeValue(writer: TextWriter, before: unknown, value: unknown, context: ValueContext): void {
  if (before !== undefined && isEqualJson(before, value)) writer.number(TAG.same);
  else writeChanged(writer, before, value, context);
}

/** Like writeValue, for values that are known to differ: they are not compared again at each depth. */
function writeChanged(writer: TextWriter, before: unknown, value: unknown, context: ValueContext): void {
  if (typeof value === "number") return writeNumber(writer, before, value, context);
  if (typeof value === "string") return writeString(writer, before, value, context);
  if (value === true) return writer.number(TAG.true);
  if (value === false) return writer.number(TAG.false);
  if (isJsonObject(value))
    return writeFields(writer, isJsonObject(before) ? orderedFields(before) : undefined, orderedFields(value), context);
  if (!Array.isArray(value)) return writer.number(TAG.null);
  const known: readonly unknown[] = Array.isArray(before) ? before : [];
  if (value.length + known.length > 0 && isSortedTexts(value) && isSortedTexts(known)) writeSorted(writer, known, value, context);
  else writeList(writer, known, value, context);
}
