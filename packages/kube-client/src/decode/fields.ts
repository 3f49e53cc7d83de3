import type { StringMap } from "@daemonscope/kube/objects";

export type Json = Readonly<Record<string, unknown>>;

/** Keeps one string object for each frequent text. Drops a text only after at least `capacity` other texts were
 *  requested since.
 *  *Invariant*: the table holds at most twice `capacity` texts. */
export class InternTable {
  readonly #capacity: number;
  #young = new Map<string, string>();
  #old = new Map<string, string>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  holds(text: string): boolean {
    return this.#young.has(text) || this.#old.has(text);
  }

  /** Returns the first string object of this text. */
  intern(text: string): string {
    const known = this.#young.get(text);
    if (known !== undefined) return known;
    const first = this.#old.get(text) ?? text;
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(first, first);
    return first;
  }
}

export const TEXT_LIMIT = 4096;
/** Above the longest label key: a prefix of 253, a slash and a name of 63. */
export const KEY_LIMIT = 512;
/** More labels than any object should have. */
export const MAP_LIMIT = 1000;
export const LIST_LIMIT = 2000;
const INTERN_TEXT_LIMIT = 256;
/** Names of nodes repeat in every pod. The limit is above the number of nodes of the largest cluster. */
const interned = new InternTable(200_000);

/** Returns the same string object for the same text: node names, labels, images and reasons repeat in every pod. */
export function intern(text: string): string {
  if (text.length > INTERN_TEXT_LIMIT) return text;
  return interned.intern(text);
}

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object in a field, or an empty one for any other value. */
export function objectField(parent: Json, field: string): Json {
  const value = parent[field];
  return isJson(value) ? value : {};
}

/** Returns the objects of the list in a field, at most 2000; other elements are left out. */
export function objectsField(parent: Json, field: string): readonly Json[] {
  const value = parent[field];
  return Array.isArray(value) ? value.slice(0, LIST_LIMIT).filter(isJson) : [];
}

/** Cuts a text after 4,096 characters, and adds the number of omitted characters. */
export function truncate(text: string): string {
  if (text.length <= TEXT_LIMIT) return text;
  // Never cuts a surrogate pair.
  const end = /[\ud800-\udbff]/.test(text.charAt(TEXT_LIMIT - 1)) ? TEXT_LIMIT - 1 : TEXT_LIMIT;
  return `${text.slice(0, end)} … (${text.length - end} more characters)`;
}

/** Returns the text in a field, like `truncate`; undefined for any other value. */
export function textField(parent: Json, field: string): string | undefined {
  const value = parent[field];
  return typeof value === "string" ? truncate(value) : undefined;
}

/** Returns the text in a field; undefined if it is empty. */
export function filledField(parent: Json, field: string): string | undefined {
  const text = textField(parent, field);
  return text === "" ? undefined : text;
}

export function internedField(parent: Json, field: string): string | undefined {
  const text = textField(parent, field);
  return text === undefined ? undefined : intern(text);
}

export function textsField(parent: Json, field: string): readonly string[] {
  const value = parent[field];
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, LIST_LIMIT)
    .filter((element): element is string => typeof element === "string")
    .map((text) => intern(truncate(text)));
}

/** Returns an integer, also from text, and without a fraction; `otherwise` for any other value, and for an unsafe
 *  integer. */
export function integerField(parent: Json, field: string, otherwise = 0): number {
  const value = parent[field];
  const number = typeof value === "number" ? value : typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(Math.trunc(number)) ? Math.trunc(number) : otherwise;
}

/** Returns a map of texts without a prototype, so that `__proto__` is a normal key. Values that are no text, keys
 *  above `KEY_LIMIT` and fields above `MAP_LIMIT` are left out. */
export function mapField(parent: Json, field: string): StringMap {
  const value = parent[field];
  const map: Record<string, string> = Object.create(null);
  if (isJson(value))
    for (const key of Object.keys(value).slice(0, MAP_LIMIT)) {
      const text = textField(value, key);
      if (text !== undefined && key.length <= KEY_LIMIT) map[intern(key)] = intern(text);
    }
  return map;
}

/** Drops undefined fields, as exact optional types require. */
export function defined<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const present: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) if (fields[key] !== undefined) present[key] = fields[key];
  return present as { [K in keyof T]?: Exclude<T[K], undefined> };
}
