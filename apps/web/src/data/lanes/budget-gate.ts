import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { isGateClosed } from "@daemonscope/daemonset/rollout/concern/is-gate-closed";

/**
 * The budget gate between the old pods and the tray. `full`: all budget slots are used, and some come free without
 * help. `closed`: all are used and none comes free by waiting, or none has come free for long. `overdrawn`: more slots
 * are used than allowed. `byHand`: OnDelete has no budget.
 */
export type BudgetGate =
  | { readonly kind: "open"; readonly free: number }
  | { readonly kind: "full" }
  | { readonly kind: "closed"; readonly sinceMs: number | undefined }
  | { readonly kind: "overdrawn"; readonly over: number }
  | { readonly kind: "byHand" };

export function budgetGateOf(record: Pick<DaemonSetRecord, "strategy" | "budget" | "concern">): BudgetGate {
  const { used, allowed, kind } = record.budget;
  if (record.strategy === "OnDelete" || kind === "none") return { kind: "byHand" };
  if (used > allowed) return { kind: "overdrawn", over: used - allowed };
  // With no desired node a percentage allows no budget slot, and none is used.
  if (used < allowed || used === 0) return { kind: "open", free: allowed - used };
  if (!isGateClosed(record)) return { kind: "full" };
  const { concern } = record;
  const isReported = concern !== null && (concern.stuck || concern.detail.kind === "held" || concern.kind === "surgeImpossible");
  return { kind: "closed", sinceMs: isReported ? concern.sinceMs : undefined };
}
