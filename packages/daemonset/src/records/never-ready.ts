import type { NodeRecord } from "./records.ts";

/** A node that became NotReady within this time after its creation was never Ready. */
const JOINS_WITHIN_MS = 60_000;
/** Times are whole seconds, and the clocks of kubelet and API server may differ by this. */
const SKEW_MS = 2000;

/** Reports whether a node that is not Ready was never Ready; "unknown" if the clocks disagree about it. A node without
 *  the condition has just registered. */
export function wasNeverReady({
  ready,
  readySinceMs,
  createdAtMs,
}: Pick<NodeRecord, "ready" | "readySinceMs" | "createdAtMs">): boolean | "unknown" {
  if (ready === "True") return false;
  if (readySinceMs === undefined) return ready === "Unknown";
  const afterMs = readySinceMs - createdAtMs;
  return afterMs < -SKEW_MS ? "unknown" : afterMs <= JOINS_WITHIN_MS;
}
