import type { Condition } from "./objects.ts";

/** The condition of that type; the first where a hostile object has several. */
export function conditionOf(conditions: readonly Condition[], type: string): Condition | undefined {
  // A loop: it is asked of every pod that comes.
  for (const condition of conditions) if (condition.type === type) return condition;
  return undefined;
}
