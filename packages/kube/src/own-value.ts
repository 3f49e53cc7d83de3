import type { StringMap } from "./objects.ts";

/** The value that a map has itself for a key; never one inherited from a prototype. */
export function ownValue(map: StringMap, key: string): string | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}
