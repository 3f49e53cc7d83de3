/** One operation of an RFC 6902 patch. The API server treats a test against `null` as a test that the value is
 *  missing. */
export type JsonPatchOperation =
  | { readonly op: "test" | "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string };

/** Returns the JSON pointer with these names, escaped. */
export const pointer = (...names: readonly (string | number)[]): string =>
  names.map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Returns a test that the path has this value; undefined: that the path is missing. */
export const existingPath = (path: string, value: unknown): JsonPatchOperation => ({ op: "test", path, value: value ?? null });

/** Returns operations that change keys of a string map, given its observed state; undefined removes a key. Omits
 *  equal values. */
export function mapOperations(
  path: string,
  before: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string | undefined>>,
): readonly JsonPatchOperation[] {
  const changed = Object.keys(wanted).filter((key) => wanted[key] !== (Object.hasOwn(before, key) ? before[key] : undefined));
  if (changed.length === 0) return [];
  // The API omits an empty map.
  if (Object.keys(before).length === 0)
    return [existingPath(path, undefined), { op: "add", path, value: Object.fromEntries(changed.map((key) => [key, wanted[key]])) }];
  return changed.flatMap((key): readonly JsonPatchOperation[] => {
    const keyPath = path + pointer(key);
    const value = wanted[key];
    return [
      existingPath(keyPath, Object.hasOwn(before, key) ? before[key] : undefined),
      value === undefined ? { op: "remove", path: keyPath } : { op: "add", path: keyPath, value },
    ];
  });
}
