import { assertNever } from "@daemonscope/kube/assert-never";
import type { HolderReason } from "../records/budget.ts";
import type { DaemonSetRecord } from "../records/records.ts";
import type { Concern } from "../records/rollout.ts";
import { isGateClosed } from "./is-gate-closed.ts";

/** What a rollout takes at least, by its budget alone. */
export interface LeastLeft {
  /** How often all places of the budget are used again, from 1. */
  readonly waves: number;
  /** Places of the budget: so many nodes at once. */
  readonly atOnce: number;
  /** What minReadySeconds alone make of that; 0 where there are none. */
  readonly seconds: number;
}

/** Whether who holds a place has its old pod, or none: it comes without another place. */
function comesWithoutPlace(reason: HolderReason): boolean {
  switch (reason) {
    case "noPod":
    case "terminating":
    case "oldUnavailable":
      return true;
    case "newUnavailable":
    case "twoPods":
    case "extraPods":
      return false;
    default:
      return assertNever(reason);
  }
}

/** Concerns of a revision whose pods do not come up: no wave follows this one. */
const FAILS: ReadonlySet<string | undefined> = new Set<Concern["kind"]>(["failing", "revisionBreaksNodes"]);

/** Says what the rest of a rollout takes at least, before its pace is measured (rule R25): old pods that are available go only as places are free. Undefined where that
 *  says nothing, and while the gate is closed: no wave begins then. */
export function leastLeft({ derived, budget, minReadySeconds, concern }: DaemonSetRecord): LeastLeft | undefined {
  if (derived === null || budget.allowed <= 0 || (budget.kind !== "maxUnavailable" && budget.kind !== "maxSurge")) return undefined;
  if (isGateClosed({ budget, concern }) || FAILS.has(concern?.kind)) return undefined;
  const without = budget.holders.reduce((sum, { reason, count }) => sum + (comesWithoutPlace(reason) ? count : 0), 0);
  const waves = Math.ceil((derived.desiredNumberScheduled - derived.updatedNumberScheduled - without) / budget.allowed);
  return waves <= 0 ? undefined : { waves, atOnce: budget.allowed, seconds: waves * minReadySeconds };
}
