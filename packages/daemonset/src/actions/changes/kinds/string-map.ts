import type { StringMap } from "@daemonscope/kube/objects";

/** Keys to set and to remove in a string map. */
interface MapEdit {
  readonly set: StringMap;
  readonly remove: readonly string[];
}

const filtered = (map: StringMap, isKept: (key: string) => boolean): StringMap =>
  Object.fromEntries(Object.entries(map).filter(([key]) => isKept(key)));

export const editedMap = (before: StringMap, { set, remove }: MapEdit): StringMap => ({
  ...filtered(before, (key) => !remove.includes(key)),
  ...set,
});

/** Returns the wanted values by key, with `removed` for a removed key. */
export const wantedValues = <Removed>({ set, remove }: MapEdit, removed: Removed): Readonly<Record<string, string | Removed>> => ({
  ...Object.fromEntries(remove.map((key) => [key, removed])),
  ...set,
});

/** Returns the edit that restores the changed keys. */
export function inverseMap(before: StringMap, { set, remove }: MapEdit): MapEdit {
  const touched = [...remove, ...Object.keys(set)];
  return { set: filtered(before, (key) => touched.includes(key)), remove: touched.filter((key) => !Object.hasOwn(before, key)) };
}
