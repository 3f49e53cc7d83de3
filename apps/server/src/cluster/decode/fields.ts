import type { StringMap } from "@daemonscope/kube/objects";
import { InternTable } from "./intern-table.ts";

export type Json = Readonly<Record<string, unknown>>;

export const TEXT_LIMIT = 4096;
/** Above the longest label key: a prefix of 253, a slash and a name of 63. */
export const KEY_LIMIT = 512;
/** More labels than any object should have. */
export const MAP_LIMIT = 1000;
export const LIST_LIMIT = 2000;
const INTERN_TEXT_LIMIT = 256;
/** Names of nodes come with every pod: more than the largest cluster has. */
const interned = new InternTable(200_000);

/** The same string object for the same text: node names, labels, images and reasons repeat on every pod. */
export function intern(text: string): string {
  if (text.length > INTERN_TEXT_LIMIT) return text;
  return interned.intern(text);
}

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object in a field, or an empty one for anything else. */
export function objectField(parent: Json, field: string): Json {
  const value = parent[field];
  return isJson(value) ? value : {};
}

/** The objects of the list in a field, at most 2000; what is no object is left out. */
export function objectsField(parent: Json, field: string): readonly Json[] {
  const value = parent[field];
  return Array.isArray(value) ? value.slice(0, LIST_LIMIT).filter(isJson) : [];
}

/** A text as it is kept: cut with a mark beyond 4 KB. */
export function cut(text: string): string {
  if (text.length <= TEXT_LIMIT) return text;
  // Not between the halves of a character.
  const end = /[\ud800-\udbff]/.test(text.charAt(TEXT_LIMIT - 1)) ? TEXT_LIMIT - 1 : TEXT_LIMIT;
  return `${text.slice(0, end)} … (${text.length - end} more characters)`;
}

/** The text in a field, cut with a mark beyond 4 KB; undefined for anything else. */
export function textField(parent: Json, field: string): string | undefined {
  const value = parent[field];
  return typeof value === "string" ? cut(value) : undefined;
}

/** The text in a field where it says something: an empty one is none. */
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
    .map((text) => intern(cut(text)));
}

/** A whole number, also where it came as text; `otherwise` for anything else, and for what is no safe integer. */
export function integerField(parent: Json, field: string, otherwise = 0): number {
  const value = parent[field];
  const number = typeof value === "number" ? value : typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isSafeInteger(Math.trunc(number)) ? Math.trunc(number) : otherwise;
}

/** A map of texts without a prototype: a key called `__proto__` is a key like any other. Anything that is no text is left out. */
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

/** Leaves out undefined fields, as exact optional types want it. */
export function defined<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(fields)) if (fields[key] !== undefined) kept[key] = fields[key];
  return kept as { [K in keyof T]?: Exclude<T[K], undefined> };
}
