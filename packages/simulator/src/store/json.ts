/** A deep copy of JSON data: a good deal faster than structuredClone for small objects. */
export function cloneJson<T>(value: T): T {
  if (Array.isArray(value)) return value.map(cloneJson) as T;
  if (typeof value === "object" && value !== null) {
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(value)) copy[key] = cloneJson((value as Record<string, unknown>)[key]);
    return copy as T;
  }
  return value;
}

/** Freezes JSON data all the way down; parts that are frozen already are taken as whole. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const key of Object.keys(value)) deepFreeze((value as Record<string, unknown>)[key]);
  return Object.freeze(value);
}

export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object in a field, or an empty one. */
export function objectIn(parent: unknown, field: string): JsonObject {
  const value = isJsonObject(parent) ? parent[field] : undefined;
  return isJsonObject(value) ? value : {};
}

/** The list in a field, or an empty one. */
export function listIn(parent: unknown, field: string): readonly unknown[] {
  const value = isJsonObject(parent) ? parent[field] : undefined;
  return Array.isArray(value) ? value : [];
}
