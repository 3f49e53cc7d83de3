/**
 * One field of many objects. `all`: each has this value. `texts`: texts joined by line breaks. `of`: few distinct
 * values. `at` has one character per object, whose code is the index of its value plus one, or 0 without a value.
 * `values`: the values unchanged, null where an object has none.
 */
type Column =
  | { readonly field: string; readonly all: unknown }
  | { readonly field: string; readonly texts: string }
  | { readonly field: string; readonly of: readonly unknown[]; readonly at: string }
  | { readonly field: string; readonly values: readonly unknown[] };

/**
 * Objects stored field by field. Many similar objects take a third of their JSON, and are read in a fraction of the
 * time.
 */
export interface ColumnarObjects {
  readonly count: number;
  readonly columns: readonly Column[];
}

type Fields = Readonly<Record<string, unknown>>;

/** A field with more distinct values is stored as `texts` or `values`. */
const MAX_DISTINCT = 2000;

function columnOf(field: string, objects: readonly Fields[]): Column {
  const indexes = new Map<unknown, number>();
  const distinct: unknown[] = [];
  let at = "";
  for (const object of objects) {
    const value = object[field];
    if (value === undefined) {
      at += "\u0000";
      continue;
    }
    const key = typeof value === "object" ? JSON.stringify(value) : value;
    let valueIndex = indexes.get(key);
    if (valueIndex === undefined) {
      if (distinct.length === MAX_DISTINCT) return wideColumn(field, objects);
      valueIndex = distinct.push(value);
      indexes.set(key, valueIndex);
    }
    at += String.fromCharCode(valueIndex);
  }
  const isSame = distinct.length === 1 && !at.includes("\u0000");
  return isSame ? { field, all: distinct[0] } : { field, of: distinct, at };
}

function wideColumn(field: string, objects: readonly Fields[]): Column {
  const isText = objects.every((object) => typeof object[field] === "string" && !object[field].includes("\n"));
  return isText
    ? { field, texts: objects.map((object) => object[field]).join("\n") }
    : { field, values: objects.map((object) => object[field] ?? null) };
}

/** Expects objects without null. Omits undefined fields; a field that no object has gets no column. */
export function toColumns(objects: readonly object[]): ColumnarObjects {
  const fields = new Set<string>();
  const records = objects as readonly Fields[];
  for (const object of records) for (const field in object) if (object[field] !== undefined) fields.add(field);
  return { count: objects.length, columns: [...fields].map((field) => columnOf(field, records)) };
}

function valuesOf(column: Column, count: number): readonly unknown[] {
  if ("texts" in column) return column.texts.split("\n");
  if ("values" in column) return column.values.map((value) => value ?? undefined);
  const values: unknown[] = new Array(count);
  if ("all" in column) return values.fill(column.all);
  const { of, at } = column;
  for (let index = 0; index < count; index++) {
    const number = at.charCodeAt(index);
    values[index] = number === 0 ? undefined : of[number - 1];
  }
  return values;
}

/**
 * Returns a lookup for the values of a field, in the order of the objects. A value is undefined if the object has no
 * such field.
 */
export function columnReader({ count, columns }: ColumnarObjects): (field: string) => readonly unknown[] {
  const noValues: readonly undefined[] = new Array(count).fill(undefined);
  const values = new Map(columns.map((column) => [column.field, valuesOf(column, count)]));
  return (field) => values.get(field) ?? noValues;
}
