import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { HolderReason } from "../../records/budget.ts";
import type { DaemonSetRecord } from "../../records/records.ts";
import type { Concern } from "../../records/rollout.ts";
import { isGateClosed } from "../concern/is-gate-closed.ts";

/** The minimum effort of the rest of a rollout, from its budget alone. */
export interface MinimumRemaining {
  /** How often all budget slots are used again, from 1. */
  readonly waves: number;
  /** Number of budget slots: nodes at once. */
  readonly atOnce: number;
  /** The part of minReadySeconds alone; 0 without minReadySeconds. */
  readonly seconds: number;
}

/** Reports whether a holder of a budget slot is updated without another slot: its pod is old, ending or missing. */
function needsNoOtherSlot(reason: HolderReason): boolean {
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

/** Concerns about a revision whose pods fail or break nodes: no wave is expected to follow. */
const FAILING_CONCERNS: ReadonlySet<string | undefined> = new Set<Concern["kind"]>(["failing", "revisionBreaksNodes"]);

/** Returns the minimum for the rest of a rollout, before its pace is measured (rule R25): available old pods end
 *  only when budget slots are free. Returns undefined if no wave remains, and while the budget gate is
 *  closed, because then no wave begins. */
export function minimumRemaining({ derived, budget, minReadySeconds, concern }: DaemonSetRecord): MinimumRemaining | undefined {
  if (derived === null || budget.allowed <= 0 || (budget.kind !== "maxUnavailable" && budget.kind !== "maxSurge")) return undefined;
  if (isGateClosed({ budget, concern }) || FAILING_CONCERNS.has(concern?.kind)) return undefined;
  const nodesInUpdate = budget.holders.reduce((sum, { reason, count }) => sum + (needsNoOtherSlot(reason) ? count : 0), 0);
  const waves = Math.ceil((derived.desiredNumberScheduled - derived.updatedNumberScheduled - nodesInUpdate) / budget.allowed);
  return waves <= 0 ? undefined : { waves, atOnce: budget.allowed, seconds: waves * minReadySeconds };
}
