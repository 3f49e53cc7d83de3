import { hasNoMatchingNode } from "../counts/has-no-matching-node.ts";
import type { LagCause } from "../records/lag-cause.ts";
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

const OF_LOST_NODE: ReadonlySet<LagCause["kind"]> = new Set(["nodeDeleted", "nodeNotReady"]);

/** Reports whether wanted pods are not available, except those that end with their node (rule N2) or start on a node
 *  that joins (rule N3). While the status is older than available pods, or still counts nodes that are gone or
 *  NotReady, the derived counts take its place (rule C10). */
function lacksPods({ reported, derived, disagreements, statusIsLate, unavailable }: DaemonSetRecord): boolean {
  const { onLeavingNodes = 0, onJoiningNodes = 0 } = unavailable ?? {};
  const lacksIn = (counts: DaemonSetRecord["reported"]) =>
    counts.numberAvailable < counts.desiredNumberScheduled - onLeavingNodes - onJoiningNodes;
  if (!lacksIn(reported) || derived === null) return lacksIn(reported);
  const lags =
    statusIsLate === true || disagreements.some(({ field, cause }) => field === "desiredNumberScheduled" && OF_LOST_NODE.has(cause.kind));
  return !lags || lacksIn(derived);
}

/** Returns the verdict when no user needs to act: a rollout, pods that start by themselves, or no activity. */
function quietVerdict(record: DaemonSetRecord): "rolling" | "partly" | "unknown" | "fine" {
  const { underWay, reported, derived, paused } = record;
  if (underWay) return "rolling";
  if (derived === null) return "unknown";
  // A status of 0, while nodes want it, is not fine.
  const isUnexplained = reported.desiredNumberScheduled === 0 && paused === undefined && !hasNoMatchingNode(record);
  return lacksPods(record) || isUnexplained ? "partly" : "fine";
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
