import { hasNoMatchingNode } from "../counts/has-no-matching-node.ts";
import type { DaemonSetRecord } from "../records/records.ts";

/** The reasons behind a verdict word (verdict-word.ts), and the old values of the API; the last ones need no user. */
export const VERDICT_KINDS = [
  "stuck",
  "breaks",
  "stalled",
  "failing",
  "dropped",
  "unavailable",
  "refused",
  "slow",
  "blocked",
  "rolling",
  "waitsForYou",
  "misscheduled",
  "nodesUnready",
  "partly",
  "unknown",
  "fine",
] as const;
export type VerdictKind = (typeof VERDICT_KINDS)[number];

/** Returns the verdict when no user needs to act: a rollout, pods that start by themselves, or no activity. */
function quietVerdict(record: DaemonSetRecord): "rolling" | "partly" | "unknown" | "fine" {
  const { underWay, reported, derived, paused, unavailable } = record;
  if (underWay) return "rolling";
  if (derived === null) return "unknown";
  const { desiredNumberScheduled: desired, numberAvailable: available } = reported;
  // A status of 0, while nodes want it, is not fine.
  const isUnexplained = desired === 0 && paused === undefined && !hasNoMatchingNode(record);
  // A pod that ends with its node is no fault (rule N2).
  return available < desired - (unavailable?.onLeavingNodes ?? 0) || isUnexplained ? "partly" : "fine";
}

/** Returns the verdict kind of a record: the action that it needs from a user. */
export function verdictKindOf(record: DaemonSetRecord): VerdictKind {
  if (record.concern?.stuck === true) return "stuck";
  switch (record.concern?.kind) {
    case "revisionBreaksNodes":
      return "breaks";
    case "desiredDropped":
      return "dropped";
    case "budgetHeld":
      return record.concern.detail.kind === "held" && record.concern.detail.refused ? "refused" : "slow";
    case "stalled":
      return "stalled";
    case "surgeImpossible":
      return record.underWay ? "blocked" : quietVerdict(record);
    case "backoffLoop":
    case "failing":
      return "failing";
    case "waitsForYou":
      return "waitsForYou";
    case "misscheduled":
      return "misscheduled";
    case "nodesUnready":
      return "nodesUnready";
    case "beingDeleted":
      return "slow";
    case "unavailable":
      return "unavailable";
    case undefined:
      return quietVerdict(record);
  }
}
