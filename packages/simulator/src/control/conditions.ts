import type { Clock } from "../clock.ts";
import { timestamp } from "../store/timestamp.ts";
import type { SimCondition } from "./objects.ts";

let stamped = { ms: Number.NaN, text: "" };

/** A pod that starts gets half a dozen conditions at one moment: its text is written once. */
function stampOf(ms: number): string {
  if (stamped.ms !== ms) stamped = { ms, text: timestamp(ms) };
  return stamped.text;
}

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
  const now = stampOf(clock.nowMs());
  const next: SimCondition = {
    type,
    status,
    lastTransitionTime: before?.status === status ? (before.lastTransitionTime ?? now) : now,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
  };
  return before === undefined ? [...conditions, next] : conditions.map((condition) => (condition.type === type ? next : condition));
}
