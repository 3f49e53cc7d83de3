import type { Clock } from "../clock.ts";
import type { SimCondition } from "./objects.ts";

/** Puts a condition into a list: its transition time moves only when its status does. */
export function withCondition(
  conditions: readonly SimCondition[],
  clock: Clock,
  type: string,
  status: string,
  reason?: string,
  message?: string,
): SimCondition[] {
  const before = conditions.find((condition) => condition.type === type);
  const now = `${new Date(clock.nowMs()).toISOString().slice(0, 19)}Z`;
  const next: SimCondition = {
    type,
    status,
    lastTransitionTime: before?.status === status ? (before.lastTransitionTime ?? now) : now,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  };
  return before === undefined ? [...conditions, next] : conditions.map((condition) => (condition.type === type ? next : condition));
}
