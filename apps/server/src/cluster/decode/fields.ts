import type { StringMap } from "@daemonscope/kube/objects";

export type Json = Readonly<Record<string, unknown>>;

const TEXT_LIMIT = 4096;
const interned = new Map<string, string>();
const INTERN_LIMIT = 50_000;

/** The same string object for the same text: names, labels and images repeat on every pod. */
export function intern(text: string): string {
  const known = interned.get(text);
  if (known !== undefined) return known;
  if (interned.size >= INTERN_LIMIT) interned.clear();
  interned.set(text, text);
  return text;
}

export function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object in a field, or an empty one for anything else. */
export function objectField(parent: Json, field: string): Json {
  const value = parent[field];
  return isJson(value) ? value : {};
}

/** The objects of the list in a field; what is no object is left out. */
export function objectsField(parent: Json, field: string): readonly Json[] {
  const value = parent[field];
  return Array.isArray(value) ? value.filter(isJson) : [];
}

/** The text in a field, cut with a mark beyond 4 KB; undefined for anything else. */
export function textField(parent: Json, field: string): string | undefined {
  const value = parent[field];
  if (typeof value !== "string") return undefined;
  return value.length > TEXT_LIMIT ? `${value.slice(0, TEXT_LIMIT)} … (${value.length - TEXT_LIMIT} more characters)` : value;
}

export function internedField(parent: Json, field: string): string | undefined {
  const text = textField(parent, field);
  return text === undefined ? undefined : intern(text);
}

export function textsField(parent: Json, field: string): readonly string[] {
  const value = parent[field];
  return Array.isArray(value) ? value.filter((element): element is string => typeof element === "string").map(intern) : [];
}

/** A whole number, also where it came as text; `otherwise` for anything else. */
export function integerField(parent: Json, field: string, otherwise = 0): number {
  const value = parent[field];
  const number = typeof value === "number" ? value : typeof value === "string" && /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? Math.trunc(number) : otherwise;
}

/** A map of texts without a prototype: a key called `__proto__` is a key like any other. Anything that is no text is left out. */
export function mapField(parent: Json, field: string): StringMap {
  const value = parent[field];
  const map: Record<string, string> = Object.create(null);
  if (isJson(value))
    for (const key of Object.keys(value)) {
      const text = textField(value, key);
      if (text !== undefined) map[intern(key)] = intern(text);
    }
  return map;
}

/** Leaves out undefined fields, as exact optional types want it. */
export function defined<T extends Record<string, unknown>>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) kept[key] = value;
  return kept as { [K in keyof T]: Exclude<T[K], undefined> };
}
