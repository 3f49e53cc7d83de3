import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import { isJsonObject } from "@daemonscope/kube/values/json-value";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import type { TextWriter } from "./text-writer.ts";
import { elementKey, isSortedTexts, isWhole, SMALL, SMALL_HALF, sortedFieldNames, TAG, type ValueContext } from "./value-tags.ts";

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
  let tag: number = TAG.number;
  let least = value;
  if (Math.abs(grown) < Math.abs(least)) {
    tag = TAG.grown;
    least = grown;
  }
  if (isWhole(ago) && Math.abs(ago) < Math.abs(least)) {
    tag = TAG.ago;
    least = ago;
  }
  writer.number(tag);
  writer.signed(least);
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
  const inBefore = new Set(before);
  const inAfter = new Set(after);
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
    const oldElement = before[from];
    const newElement = after[to];
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
  const earlierIndexes = runs.some(({ added }) => added.length > 0)
    ? new Map(before.map((each, at) => [elementKey(each), at]))
    : NO_INDEXES;
  writer.number(TAG.list);
  writer.number(runs.length);
  for (const { kept, dropped, added } of runs) {
    writer.number(kept);
    writer.number(dropped);
    writer.number(added.length);
    for (const at of added) {
      const from = isJsonObject(value[at]) ? (earlierIndexes.get(elementKey(value[at])) ?? (at < before.length ? at : -1)) : -1;
      writer.number(from + 1);
      writeChanged(writer, before[from], value[at], context);
    }
  }
}

/** The fields of an object, sorted by name. The value at an index belongs to the name there: pairs cost an allocation
 *  and an iterator each. */
export interface OrderedFields {
  readonly names: readonly string[];
  readonly values: readonly unknown[];
}
const NO_FIELDS: OrderedFields = { names: [], values: [] };

type Named = Readonly<Record<string, unknown>>;

/** Sorted fields are cached for objects with at least this number of fields. */
const MANY_FIELDS = 12;
const fieldsCache = new WeakMap<object, OrderedFields>();

/**
 * Returns the sorted fields of an object. Large objects are records, and the next frame that changes one needs its
 * fields again.
 */
function orderedFields(value: object): OrderedFields {
  const known = fieldsCache.get(value);
  if (known !== undefined) return known;
  const fields = fieldsExcept(value, NONE);
  if (fields.names.length >= MANY_FIELDS) fieldsCache.set(value, fields);
  return fields;
}
const NONE: ReadonlySet<string> = new Set();

/** Returns the sorted fields of an object that are not in `left`. */
export function fieldsExcept(value: object, left: ReadonlySet<string>): OrderedFields {
  const names: string[] = [];
  const values: unknown[] = [];
  for (const name of sortedFieldNames(Object.keys(value))) {
    const field = (value as Named)[name];
    if (field === undefined || left.has(name)) continue;
    names.push(name);
    values.push(field);
  }
  return { names, values };
}

/**
 * Writes the fields of an object against its earlier fields, or against none. The output equals that of writeValue for
 * the two objects.
 */
export function writeFields(writer: TextWriter, before: OrderedFields | undefined, after: OrderedFields, context: ValueContext): void {
  const known = before ?? NO_FIELDS;
  const changed: number[] = [];
  /** For each changed field its index in `after`; −1 if the field was removed. */
  const changedTo: number[] = [];
  const added: number[] = [];
  let at = 0;
  for (let index = 0; index < known.names.length; index++) {
    const name = known.names[index] ?? "";
    for (let next = after.names[at]; next !== undefined && next < name; next = after.names[++at]) added.push(at);
    const match = after.names[at] === name ? at++ : -1;
    if (match >= 0 && isEqualJson(known.values[index], after.values[match])) continue;
    changed.push(index);
    changedTo.push(match);
  }
  for (; at < after.names.length; at++) added.push(at);
  if (before !== undefined && changed.length === 0 && added.length === 0) return writer.number(TAG.same);
  writer.number(added.length === 0 ? TAG.fields : TAG.newFields);
  writeGaps(writer, changed);
  for (let each = 0; each < changed.length; each++) {
    const field = changedTo[each] ?? -1;
    if (field < 0) writer.number(TAG.gone);
    else writeChanged(writer, known.values[changed[each] ?? 0], after.values[field], context);
  }
  if (added.length === 0) return;
  writer.number(added.length);
  for (const field of added) {
    writer.string(after.names[field] ?? "");
    writeChanged(writer, undefined, after.values[field], context);
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
