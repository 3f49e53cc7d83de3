import type { DaemonSetRecord } from "@daemonscope/daemonset/model/records";

/** The gate between the old pods and the tray. `full`: all places taken, but places come back. `closed`: taken, and nothing has come back for long.
 *  `overdrawn`: more taken than there are. `byHand`: OnDelete, no budget at all. */
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
  if (used < allowed) return { kind: "open", free: allowed - used };
  const concern = record.concern;
  const isClosed = concern !== null && (concern.stuck || concern.kind === "surgeImpossible");
  return isClosed ? { kind: "closed", sinceMs: concern.sinceMs } : { kind: "full" };
}
