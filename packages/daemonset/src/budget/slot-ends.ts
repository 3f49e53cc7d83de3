import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Budget, HolderGroup } from "../records/budget.ts";

/** Slots in use whose next event has a time. */
export interface TimedSlots {
  readonly count: number;
  /** Time of the last of these events, in milliseconds since the epoch. */
  readonly byMs: number;
}

/** Slots in use with a known time, by the event that comes next on their nodes. */
export interface SlotEnds {
  /** The new pod is Ready and becomes available: its slot is free then. */
  readonly settling: TimedSlots | undefined;
  /** The pod is terminating. The slot stays in use until the new pod is available. */
  readonly terminating: TimedSlots | undefined;
}

function timedSlots(groups: readonly HolderGroup[]): TimedSlots | undefined {
  if (groups.length === 0) return undefined;
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    byMs: Math.max(...groups.map(({ endsAtMs = 0 }) => endsAtMs)),
  };
}

function nextEvent({ reason, endsAtMs }: HolderGroup, nowMs: number): "settling" | "terminating" | undefined {
  if (endsAtMs === undefined || endsAtMs <= nowMs) return undefined;
  switch (reason) {
    case "newUnavailable":
    case "twoPods":
      return "settling";
    case "terminating":
      return "terminating";
    case "noPod":
    case "oldUnavailable":
    case "extraPods":
      return undefined;
    default:
      return assertNever(reason);
  }
}

/** Returns the slots in use by their next event (rule B7). */
export function slotEnds({ holders }: Pick<Budget, "holders">, nowMs: number): SlotEnds {
  const slotsWithNextEvent = (event: "settling" | "terminating") =>
    timedSlots(holders.filter((group) => nextEvent(group, nowMs) === event));
  return { settling: slotsWithNextEvent("settling"), terminating: slotsWithNextEvent("terminating") };
}
