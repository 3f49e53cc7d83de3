import { type Packed, type PackedTables, Packer } from "./packed-values.ts";

/** So many items of a list are written in a part, and so many values packed: a millisecond or two. */
const ITEMS_A_PART = 2000;
const VALUES_A_PART = 500;
const CHARS_A_PART = 1 << 20;
/** What stands before and after the numbers of packed values, in a text that they end. In a text of JSON it stands nowhere else. */
const NUMBERS = ',"numbers":[';
const END = "]}}";
/** So many characters of numbers are read in a part. */
const NUMBERS_A_PART = 1 << 16;

const isShort = (value: unknown): boolean =>
  Array.isArray(value) ? value.length <= ITEMS_A_PART : typeof value !== "object" || value === null;

/** What JSON.stringify makes of a value of plain objects, as texts that come one after the other: long lists some items at a time, and what stands in objects each alone. */
export function* jsonInParts(value: unknown): Generator<undefined, readonly string[]> {
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
  for (let at = 0; at < list.length; at += ITEMS_A_PART) {
    const some = JSON.stringify(list.slice(at, at + ITEMS_A_PART));
    texts.push(at === 0 ? "" : ",", some.slice(1, -1));
    yield;
  }
  texts.push("]");
}

/** What JSON.stringify makes of an object that has values beside its fields, packed: `{ ...fields, packed }`. */
export function* packedInParts(fields: object, values: Iterable<unknown>): Generator<undefined, readonly string[]> {
  const packer = new Packer();
  const numbers: string[] = [];
  let count = 0;
  const takeNumbers = () => {
    const some = packer.takeNumbers();
    if (some.length > 0) numbers.push(numbers.length === 0 ? "" : ",", JSON.stringify(some).slice(1, -1));
  };
  for (const value of values) {
    packer.add(value);
    if (++count % VALUES_A_PART !== 0) continue;
    takeNumbers();
    yield;
  }
  takeNumbers();
  const { strings, shapes } = packer.take();
  const before = yield* jsonInParts({ ...fields, packed: { strings, shapes } });
  // The tables are the last two fields of two objects that end here.
  return [...before.slice(0, -2), NUMBERS, ...numbers, END];
}

/** The bytes of texts, one after the other. */
export function* bytesOf(making: Generator<undefined, readonly string[]>): Generator<undefined, Buffer> {
  const texts = yield* making;
  const parts: Buffer[] = [];
  let text = "";
  for (const each of texts) {
    text += each;
    if (text.length < CHARS_A_PART) continue;
    parts.push(Buffer.from(text, "utf8"));
    text = "";
    yield;
  }
  parts.push(Buffer.from(text, "utf8"));
  return Buffer.concat(parts);
}

/** Reads what `packedInParts` wrote, some milliseconds at a time: the fields, and the numbers in several lists. What stands in another order is read at once. */
export function* readPacked(
  text: string,
): Generator<undefined, { readonly fields: unknown; readonly tables: PackedTables; readonly lists: readonly (readonly number[])[] }> {
  const begin = text.lastIndexOf(NUMBERS);
  if (begin < 0 || !text.endsWith(END)) {
    const fields = JSON.parse(text) as { readonly packed: Packed };
    return { fields, tables: fields.packed, lists: [fields.packed.numbers] };
  }
  const fields = JSON.parse(`${text.slice(0, begin)}}}`) as { readonly packed: PackedTables };
  const end = text.length - END.length;
  const lists: number[][] = [];
  for (let from = begin + NUMBERS.length; from < end; ) {
    const comma = text.indexOf(",", from + NUMBERS_A_PART);
    const to = comma < 0 ? end : comma;
    lists.push(JSON.parse(`[${text.slice(from, to)}]`) as number[]);
    from = to + 1;
    yield;
  }
  return { fields, tables: fields.packed, lists };
}
