import type { Condition } from "./objects.ts";

/** The condition of that type; the first where a hostile object has several. */
export function conditionOf(conditions: readonly Condition[], type: string): Condition | undefined {
  return conditions.find((condition) => condition.type === type);
}
