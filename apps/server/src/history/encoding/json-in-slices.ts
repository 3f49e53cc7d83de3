import { type PackedValues, ValuePacker, type ValueTables } from "./value-packer.ts";

/** The number of list items written, and of values packed, in one time slice: a millisecond or two. */
const ITEMS_PER_SLICE = 2000;
const VALUES_PER_SLICE = 500;
/** The number of characters that one time slice encodes. */
const CHARS_PER_SLICE = 1 << 20;
/**
 * The texts before and after the numbers of packed values, at the end of a JSON text. `NUMBERS` occurs nowhere else in
 * that text.
 */
const NUMBERS = ',"numbers":[';
const END = "]}}";
/** The number of characters of numbers that are read in one time slice. */
const NUMBERS_PER_SLICE = 1 << 16;

const isShort = (value: unknown): boolean =>
  Array.isArray(value) ? value.length <= ITEMS_PER_SLICE : typeof value !== "object" || value === null;

/**
 * Returns the JSON.stringify text of plain objects as consecutive texts. Writes long lists in steps, and each field of
 * an object separately.
 */
export function* jsonInSlices(value: unknown): Generator<undefined, readonly string[]> {
  const texts: string[] = [];
  yield* write(value, texts);
  return texts;
}

function* write(value: unknown, texts: string[]): Generator<undefined, void> {
  if (isShort(value)) texts.push(JSON.stringify(value) ?? "null");
  else if (Array.isArray(value)) yield* writeList(value, texts);
  else {
    let separator = "{";
    for (const [key, field] of Object.entries(value as object)) {
      if (field === undefined) continue;
      texts.push(`${separator}${JSON.stringify(key)}:`);
      separator = ",";
      yield* write(field, texts);
      yield;
    }
    texts.push(separator === "{" ? "{}" : "}");
  }
}

function* writeList(list: readonly unknown[], texts: string[]): Generator<undefined, void> {
  texts.push("[");
  for (let at = 0; at < list.length; at += ITEMS_PER_SLICE) {
    const some = JSON.stringify(list.slice(at, at + ITEMS_PER_SLICE));
    texts.push(at === 0 ? "" : ",", some.slice(1, -1));
    yield;
  }
  texts.push("]");
}

/** Returns the JSON.stringify text of an object with fields and packed values: `{ ...fields, packed }`. */
export function* packInSlices(fields: object, values: Iterable<unknown>): Generator<undefined, readonly string[]> {
  const packer = new ValuePacker();
  const numbers: string[] = [];
  let count = 0;
  const takeNumbers = () => {
    const some = packer.takeNumbers();
    if (some.length > 0) numbers.push(numbers.length === 0 ? "" : ",", JSON.stringify(some).slice(1, -1));
  };
  for (const value of values) {
    packer.add(value);
    if (++count % VALUES_PER_SLICE !== 0) continue;
    takeNumbers();
    yield;
  }
  takeNumbers();
  const { strings, shapes } = packer.take();
  const before = yield* jsonInSlices({ ...fields, packed: { strings, shapes } });
  // Drops the closing braces of `packed` and of the whole object: the numbers and END follow.
  return [...before.slice(0, -2), NUMBERS, ...numbers, END];
}

/** Returns the bytes of consecutive texts. */
export function* bytesOf(making: Generator<undefined, readonly string[]>): Generator<undefined, Buffer> {
  const texts = yield* making;
  const parts: Buffer[] = [];
  let text = "";
  for (const each of texts) {
    text += each;
    if (text.length < CHARS_PER_SLICE) continue;
    parts.push(Buffer.from(text, "utf8"));
    text = "";
    yield;
  }
  parts.push(Buffer.from(text, "utf8"));
  return Buffer.concat(parts);
}

/** The number of characters of a list of texts that are read in one time slice. */
const TEXTS_PER_SLICE = 1 << 18;

/** Returns a function that finds the next occurrence from an index on. All calls with rising indexes take O(text). */
function finderIn(text: string, wanted: string): (from: number) => number {
  let at = -1;
  return (from) => {
    if (at < from) at = text.indexOf(wanted, from);
    if (at < 0) at = Number.POSITIVE_INFINITY;
    return at;
  };
}

/**
 * Parses a JSON text in steps of some milliseconds, if its size is that of lists of texts named `name`. A text that
 * looks like the end of another one leaves an odd number of quotes in a part. That part does not parse, and the whole
 * text is parsed in one step.
 */
export function* parseInSlices(text: string, name: string): Generator<undefined, unknown> {
  const begin = `"${name}":["`;
  const [endAfterText, endAfterNull] = [finderIn(text, '"]'), finderIn(text, "null]")];
  const lists: unknown[][] = [];
  let rest = "";
  let from = 0;
  try {
    for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, from)) {
      const start = at + begin.length - 1;
      const end = Math.min(endAfterText(start) + '"'.length, endAfterNull(start) + "null".length);
      rest += `${text.slice(from, start - 1)}${lists.length}`;
      lists.push(yield* textsBetween(text, start, end));
      from = end + 1;
    }
    if (lists.length === 0) return JSON.parse(text);
    rest += text.slice(from);
    return JSON.parse(rest, (key, value: unknown) => (key === name && typeof value === "number" ? lists[value] : value));
  } catch {
    return JSON.parse(text);
  }
}

function* textsBetween(text: string, start: number, end: number): Generator<undefined, unknown[]> {
  const list: unknown[] = [];
  for (let from = start; from < end; ) {
    const comma = text.indexOf('","', from + TEXTS_PER_SLICE);
    const to = comma < 0 || comma > end ? end : comma + 1;
    for (const each of JSON.parse(`[${text.slice(from, to)}]`) as unknown[]) list.push(each);
    from = to + 1;
    yield;
  }
  return list;
}

/**
 * Reads the output of `packInSlices` in steps of some milliseconds: the fields, and the numbers in several lists.
 * Reads a text with another order of fields in one step.
 */
export function* readPackedJson(
  text: string,
): Generator<undefined, { readonly fields: unknown; readonly tables: ValueTables; readonly lists: readonly (readonly number[])[] }> {
  const begin = text.lastIndexOf(NUMBERS);
  if (begin < 0 || !text.endsWith(END)) {
    const fields = JSON.parse(text) as { readonly packed: PackedValues };
    return { fields, tables: fields.packed, lists: [fields.packed.numbers] };
  }
  const fields = JSON.parse(`${text.slice(0, begin)}}}`) as { readonly packed: ValueTables };
  const end = text.length - END.length;
  const lists: number[][] = [];
  for (let from = begin + NUMBERS.length; from < end; ) {
    const comma = text.indexOf(",", from + NUMBERS_PER_SLICE);
    const to = comma < 0 ? end : comma;
    lists.push(JSON.parse(`[${text.slice(from, to)}]`) as number[]);
    from = to + 1;
    yield;
  }
  return { fields, tables: fields.packed, lists };
}
