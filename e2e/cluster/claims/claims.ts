import { isDeepStrictEqual } from "node:util";
import type { Claim } from "./claim.ts";
import { LIFE } from "./life.ts";
import { OBJECTS } from "./objects.ts";
import { PLACEMENT } from "./placement.ts";
import { SCHEDULING } from "./scheduling.ts";

/** What lessons about DaemonSets state, each with a check of what holds today. */
export const CLAIMS: readonly Claim[] = [...PLACEMENT, ...SCHEDULING, ...OBJECTS, ...LIFE];

/** Returns a test of a value: equal to the expected one, or matched by its pattern. */
export function matcher(expected: unknown): (value: unknown) => boolean {
  const pattern = typeof expected === "object" && expected !== null && "pattern" in expected ? expected.pattern : undefined;
  if (pattern instanceof RegExp) return (value) => pattern.test(typeof value === "string" ? value : JSON.stringify(value));
  return (value) => isDeepStrictEqual(value, expected);
}
