import { DamagedText, type TextReader } from "./text-reader.ts";
import { fieldsOf, isSortedTexts, isWhole, SMALL, SMALL_HALF, TAG, type ValueContext } from "./value-tags.ts";

/** Maximum nesting depth; records are shallower. */
const DEEPEST = 24;

const wholeOrZero = (value: unknown): number => (isWhole(value) ? value : 0);

function textOf(value: unknown): string {
  if (typeof value !== "string") throw new DamagedText();
  return value;
}

/** Reads ascending numbers below `end`. */
function readGaps(reader: TextReader, end: number): readonly number[] {
  const ascending: number[] = [];
  let previous = -1;
  for (let left = reader.count(); left > 0; left--) {
    previous += reader.number() + 1;
    if (previous >= end) throw new DamagedText();
    ascending.push(previous);
  }
  return ascending;
}

function readWithin(reader: TextReader, before: string): string {
  const begin = reader.number();
  const end = reader.number();
  if (begin + end > before.length) throw new DamagedText();
  return before.slice(0, begin) + reader.string() + before.slice(before.length - end);
}

function readSorted(reader: TextReader, before: unknown, { names }: ValueContext): readonly string[] {
  const far = isSortedTexts(before) ? before.filter((name) => !names.isNear(name)) : [];
  const removed = new Set(readGaps(reader, far.length));
  const list = far.filter((_, at) => !removed.has(at));
  for (let left = reader.count(); left > 0; left--) {
    const ref = reader.number();
    list.push(ref === 0 ? reader.string() : textOf(names.nameOf(ref - 1)));
  }
  return list.sort();
}

function readList(reader: TextReader, before: unknown, context: ValueContext, depth: number): readonly unknown[] {
  const known: readonly unknown[] = Array.isArray(before) ? before : [];
  const list: unknown[] = [];
  let from = 0;
  for (let runs = reader.count(); runs > 0; runs--) {
    const kept = reader.number();
    for (const each of known.slice(from, from + kept)) list.push(each);
    from += kept + reader.number();
    if (from > known.length) throw new DamagedText();
    for (let added = reader.count(); added > 0; added--) list.push(readValue(reader, known[reader.number() - 1], context, depth + 1));
  }
  for (const each of known.slice(from)) list.push(each);
  return list;
}

function readObject(reader: TextReader, before: unknown, hasNew: boolean, context: ValueContext, depth: number): unknown {
  const fields = [...fieldsOf(before)];
  const changed = readGaps(reader, fields.length);
  for (const at of changed) {
    const [name = "", field] = fields[at] ?? [];
    fields[at] = [name, readField(reader, field, context, depth + 1)];
  }
  for (let left = hasNew ? reader.count() : 0; left > 0; left--)
    fields.push([reader.string(), readValue(reader, undefined, context, depth + 1)]);
  // Object.fromEntries defines own fields, so that `__proto__` is a label like any other.
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}

/** Returns a value, or undefined if the field was removed. */
function readField(reader: TextReader, before: unknown, context: ValueContext, depth: number): unknown {
  const tag = reader.number();
  if (tag >= SMALL) {
    if (tag > SMALL + 2 * SMALL_HALF) throw new DamagedText();
    return wholeOrZero(before) + tag - SMALL - SMALL_HALF;
  }
  if (depth > DEEPEST) throw new DamagedText();
  switch (tag) {
    case TAG.same:
      return before;
    case TAG.gone:
      return undefined;
    case TAG.null:
      return null;
    case TAG.true:
      return true;
    case TAG.false:
      return false;
    case TAG.decimal:
      return String(Number(textOf(before)) + reader.signed());
    case TAG.name:
      return textOf(context.names.nameOf(reader.number()));
    case TAG.within:
      return readWithin(reader, textOf(before));
    case TAG.text:
      return reader.string();
    case TAG.grown:
      return wholeOrZero(before) + reader.signed();
    case TAG.ago:
      return context.atMs - reader.signed();
    case TAG.number:
      return reader.signed();
    case TAG.json: {
      const value = Number(reader.string());
      return Number.isFinite(value) ? value : null;
    }
    case TAG.fields:
    case TAG.newFields:
      return readObject(reader, before, tag === TAG.newFields, context, depth);
    case TAG.sorted:
      return readSorted(reader, before, context);
    default:
      return readList(reader, before, context, depth);
  }
}

/** Reads the value that writeValue wrote against `before`. Unchanged parts are the same objects. Throws DamagedText. */
export function readValue(reader: TextReader, before: unknown, context: ValueContext, depth = 0): unknown {
  const value = readField(reader, before, context, depth);
  if (value === undefined) throw new DamagedText();
  return value;
}
