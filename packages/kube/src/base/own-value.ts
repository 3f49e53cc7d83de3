import type { StringMap } from "../objects.ts";

/** Returns the map's own value of a key, never one inherited from a prototype. */
export function ownValue(map: StringMap, key: string): string | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
