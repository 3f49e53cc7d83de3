import type { Condition } from "./objects.ts";

/** Returns the condition of that type, or the first one if a hostile object has several. */
export function conditionOf(conditions: readonly Condition[], type: string): Condition | undefined {
  // A loop instead of `find`: this runs for every pod event.
  for (const condition of conditions) if (condition.type === type) return condition;
  return undefined;
}
