import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { isGateClosed } from "@daemonscope/daemonset/rollout/is-gate-closed";

/** The gate between the old pods and the tray. `full`: all places taken, and some come back by themselves. `closed`: taken, and waiting ends none of them
 *  or nothing has come back for long. `overdrawn`: more taken than there are. `byHand`: OnDelete, no budget at all. */
export type Gate =
  | { readonly kind: "open"; readonly free: number }
  | { readonly kind: "full" }
  | { readonly kind: "closed"; readonly sinceMs: number | undefined }
  | { readonly kind: "overdrawn"; readonly over: number }
  | { readonly kind: "byHand" };

export function gateOf(record: Pick<DaemonSetRecord, "strategy" | "budget" | "concern">): Gate {
  const { used, allowed, kind } = record.budget;
  if (record.strategy === "OnDelete" || kind === "none") return { kind: "byHand" };
  if (used > allowed) return { kind: "overdrawn", over: used - allowed };
  // Of no desired node a percentage is no place: none is taken either.
  if (used < allowed || used === 0) return { kind: "open", free: allowed - used };
  if (!isGateClosed(record)) return { kind: "full" };
  const { concern } = record;
  const isSaid = concern !== null && (concern.stuck || concern.detail.kind === "held" || concern.kind === "surgeImpossible");
  return { kind: "closed", sinceMs: isSaid ? concern.sinceMs : undefined };
}
