import type { UpgradeController } from "@daemonscope/daemonset/records/managed-rollout";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { isGateClosed } from "@daemonscope/daemonset/rollout/concern/is-gate-closed";
import { verdictWordOf } from "@daemonscope/daemonset/rollout/verdict-word";

/**
 * The budget gate between the old pods and the tray. `full`: all budget slots are used; `isMoving` if some come free
 * without help. `closed`: all are used and the rollout is STUCK. `overdrawn`: more slots are used than allowed
 * otherwise. `byHand`: OnDelete has no budget. `by`: the controller that deletes the old pods.
 */
export type BudgetGate =
  | { readonly kind: "open"; readonly free: number }
  | { readonly kind: "full"; readonly isMoving: boolean }
  | { readonly kind: "closed"; readonly sinceMs: number | undefined }
  | { readonly kind: "overdrawn"; readonly over: number }
  | { readonly kind: "byHand"; readonly by?: UpgradeController };

export function budgetGateOf(record: DaemonSetRecord): BudgetGate {
  const { used, allowed, kind } = record.budget;
  if (record.strategy === "OnDelete" || kind === "none")
    return { kind: "byHand", ...(record.managedBy === undefined ? {} : { by: record.managedBy.controller }) };
  // With no desired node a percentage allows no budget slot, and none is used.
  if (used < allowed || used === 0) return { kind: "open", free: allowed - used };
  const isClosed = isGateClosed(record);
  // The page calls no gate blocked before it calls the rollout STUCK.
  if (isClosed && verdictWordOf(record) === "stuck") return { kind: "closed", sinceMs: record.concern?.sinceMs };
  return used > allowed ? { kind: "overdrawn", over: used - allowed } : { kind: "full", isMoving: !isClosed };
}
