import type { Clock } from "../time/clock.ts";
import type { SimCondition } from "./objects.ts";
import { timestamp } from "./timestamp.ts";

/** Conditions made within one second. Thousands of pods get equal ones and share them. */
const sharedConditions = new Map<string, SimCondition>();
let sharedAt = "";

function shared(next: SimCondition, now: string): SimCondition {
  if (sharedAt !== now) sharedConditions.clear();
  sharedAt = now;
  const key = [next.type, next.status, next.lastTransitionTime, next.reason, next.message].join("\n");
  const known = sharedConditions.get(key);
  if (known !== undefined) return known;
  sharedConditions.set(key, Object.freeze(next));
  return next;
}

/** Returns the list with the condition. Its transition time changes only when its status does. */
export function withCondition(
  conditions: readonly SimCondition[],
  clock: Pick<Clock, "nowMs">,
  type: string,
  status: string,
  reason?: string,
  message?: string,
): SimCondition[] {
  const before = conditions.find((condition) => condition.type === type);
  const now = timestamp(clock.nowMs());
  const next = shared(
    {
      type,
      status,
      lastTransitionTime: before?.status === status ? (before.lastTransitionTime ?? now) : now,
      ...(reason === undefined ? {} : { reason }),
      ...(message === undefined ? {} : { message }),
    },
    now,
  );
  return before === undefined ? [...conditions, next] : conditions.map((condition) => (condition.type === type ? next : condition));
}
