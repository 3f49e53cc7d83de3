/** One step of an RFC 6902 patch. The API server takes a test against `null` as one that nothing is there. */
export type JsonPatchOperation =
  | { readonly op: "test" | "add" | "replace"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string };

/** A JSON pointer from the names on its way. */
export const pointer = (...names: readonly (string | number)[]): string =>
  names.map((name) => `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Says that a value is as it was seen; undefined: that nothing was there. */
export const seen = (path: string, value: unknown): JsonPatchOperation => ({ op: "test", path, value: value ?? null });

/** Changes keys of a map of texts, from what was seen of it; undefined takes one off. What is so already is left alone. */
export function mapOperations(
  path: string,
  before: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string | undefined>>,
): readonly JsonPatchOperation[] {
  const changed = Object.keys(wanted).filter((key) => wanted[key] !== (Object.hasOwn(before, key) ? before[key] : undefined));
  if (changed.length === 0) return [];
  // A map that is empty is not there at all.
  if (Object.keys(before).length === 0)
    return [seen(path, undefined), { op: "add", path, value: Object.fromEntries(changed.map((key) => [key, wanted[key]])) }];
  return changed.flatMap((key): readonly JsonPatchOperation[] => {
    const own = path + pointer(key);
    const value = wanted[key];
    return [
      seen(own, Object.hasOwn(before, key) ? before[key] : undefined),
      value === undefined ? { op: "remove", path: own } : { op: "add", path: own, value },
    ];
  });
}
