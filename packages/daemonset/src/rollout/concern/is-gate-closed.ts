import type { DaemonSetRecord } from "../../records/records.ts";

/** Reports whether waiting frees no budget slot: all are in use, and each is permanently held or none has
 *  become free for a long time (rule B7). */
export function isGateClosed({ budget, concern }: Pick<DaemonSetRecord, "budget" | "concern">): boolean {
  const { used, allowed, holders } = budget;
  if (used === 0 || used < allowed) return false;
  if (concern !== null && (concern.stuck || concern.detail.kind === "held" || concern.kind === "surgeImpossible")) return true;
  return holders.length > 0 && holders.every(({ lasting }) => lasting === true);
}
