/** Returns a deep copy of JSON data, faster than structuredClone for small objects. */
export function cloneJson<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneJson) as T;
  if (typeof value === "object" && value !== null) {
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) copy[key] = cloneJson((value as Record<string, unknown>)[key]);
    return copy as T;
  }
  return value;
}

/** Freezes JSON data deeply. A frozen part counts as frozen throughout. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const key of Object.keys(value)) deepFreeze((value as Record<string, unknown>)[key]);
  return Object.freeze(value);
}

/**
 * Returns a copy of an object with some fields set, as a spread does. In V8 each spread of a frozen object gets a
 * separate hidden class, which is larger than a pod.
 */
export function withFields<T extends object>(object: T, fields: Partial<T>): T {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(object)) copy[key] = (object as Record<string, unknown>)[key];
  for (const key of Object.keys(fields)) copy[key] = (fields as Record<string, unknown>)[key];
  return copy as T;
}

export type JsonObject = Record<string, unknown>;

const NO_OBJECTS: readonly JsonObject[] = [];

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object in a field, or an empty one. */
export function objectIn(parent: unknown, field: string): JsonObject {
  const value = isJsonObject(parent) ? parent[field] : undefined;
  return isJsonObject(value) ? value : {};
}

/** Returns the list in a field, or an empty one. */
export function listIn(parent: unknown, field: string): readonly unknown[] {
  const value = isJsonObject(parent) ? parent[field] : undefined;
  return Array.isArray(value) ? value : [];
}

/** Returns the object in a field; undefined if there is none. */
export function optionalIn(parent: JsonObject, field: string): JsonObject | undefined {
  const value = parent[field];
  return isJsonObject(value) ? value : undefined;
}

/**
 * Returns the objects of a list in a field. Other values count as objects without fields, so that indexes stay right.
 */
export function objectsIn(parent: JsonObject, field: string): readonly JsonObject[] {
  const value = parent[field];
  if (!Array.isArray(value) || value.length === 0) return NO_OBJECTS;
  return value.map((element) => (isJsonObject(element) ? element : {}));
}

/** Returns the text in a field, or an empty one. */
export function textIn(parent: JsonObject, field: string): string {
  const value = parent[field];
  return typeof value === "string" ? value : "";
}

/** Returns the texts of a list in a field. */
export function textsIn(parent: JsonObject, field: string): readonly string[] {
  return listIn(parent, field).map(String);
}

/** Returns the number in a field; undefined if there is none. */
export function numberIn(parent: JsonObject, field: string): number | undefined {
  const value = parent[field];
  return typeof value === "number" ? value : undefined;
}

/**
 * Returns `next` with every part that equals the same part of `before` replaced by that part. So versions of one object
 * share unchanged parts, and equal data comes out as `before` itself. Undefined fields are left out. Frozen parts have
 * no undefined fields and are not copied.
 */
export function shareJson<T>(next: T, before: unknown): T {
  if (next === before) return before as T;
  if (typeof next !== "object" || next === null) return next;
  if (Object.isFrozen(next)) return (equalJson(next, before) ? before : next) as T;
  if (Array.isArray(next)) {
    const old: readonly unknown[] = Array.isArray(before) ? before : [];
    const shared = next.map((element, at) => shareJson(element as unknown, old[at]));
    const same = Array.isArray(before) && old.length === shared.length && shared.every((element, at) => element === old[at]);
    return (same ? before : shared) as T;
  }
  const old = isJsonObject(before) ? before : undefined;
  const shared: JsonObject = {};
  let fields = 0;
  let same = old !== undefined;
  for (const key of Object.keys(next)) {
    const value = (next as JsonObject)[key];
    if (value === undefined) continue;
    const part = shareJson(value, old?.[key]);
    shared[key] = part;
    fields++;
    if (same && (part !== old?.[key] || !Object.hasOwn(old ?? {}, key))) same = false;
  }
  return (same && old !== undefined && Object.keys(old).length === fields ? old : shared) as T;
}

/** Reports whether JSON data is deeply equal. Undefined fields of `a` do not count, and `b` has none. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((element, at) => equalJson(element, b[at]));
  if (Array.isArray(b)) return false;
  let fields = 0;
  for (const key of Object.keys(a)) {
    const value = (a as JsonObject)[key];
    if (value === undefined) continue;
    if (!Object.hasOwn(b, key) || !equalJson(value, (b as JsonObject)[key])) return false;
    fields++;
  }
  return fields === Object.keys(b).length;
}
