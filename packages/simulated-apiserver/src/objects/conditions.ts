import type { Clock } from "../time/clock.ts";
import type { SimCondition } from "./objects.ts";
import { timestamp } from "./timestamp.ts";

/** Conditions made within one second. Thousands of pods get equal ones and share them. */
const made = new Map<string, SimCondition>();
let madeAt = "";

function shared(next: SimCondition, now: string): SimCondition {
  if (madeAt !== now) made.clear();
  madeAt = now;
  const key = [next.type, next.status, next.lastTransitionTime, next.reason, next.message].join("\n");
  const present = made.get(key);
  if (present !== undefined) return present;
  made.set(key, Object.freeze(next));
  return next;
}

/** Puts a condition into a list. Its transition time changes only when its status does. */
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
