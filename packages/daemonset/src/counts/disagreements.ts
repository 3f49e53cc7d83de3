import type { MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { LagCause } from "../records/lag-cause.ts";
import type { Disagreement } from "../records/records.ts";

/** Facts that may explain why the controller's numbers lag. */
export interface LagEvidence {
  readonly generation: number;
  readonly observedGeneration: number;
  readonly minReadySeconds: number;
  /** Nodes that no longer want a pod and still have one. */
  readonly keptPods: number;
  /** NotReady nodes among `keptPods`. */
  readonly keptOnUnready: number;
  /** Pods of nodes that no longer exist. */
  readonly strayPods: number;
  /** A toleration of the template has Gt or Lt. */
  readonly comparesNumbers: boolean;
  /** Feature gates of the cluster, as configured. */
  readonly gates: MatchingGates;
}

export const COUNT_FIELDS = [
  "desiredNumberScheduled",
  "currentNumberScheduled",
  "numberReady",
  "updatedNumberScheduled",
  "numberAvailable",
  "numberUnavailable",
  "numberMisscheduled",
] as const satisfies readonly (keyof DaemonSetCounts)[];

function causeOf(field: keyof DaemonSetCounts, reported: DaemonSetCounts, derived: DaemonSetCounts, signs: LagEvidence): LagCause {
  const { generation, observedGeneration, minReadySeconds } = signs;
  if (observedGeneration < generation) return { kind: "notObserved", generation, observedGeneration };
  const isGateOn = signs.gates.TaintTolerationComparisonOperators;
  const isGateSuspect = isGateOn
    ? reported.desiredNumberScheduled < derived.desiredNumberScheduled
    : reported.desiredNumberScheduled > derived.desiredNumberScheduled;
  if (signs.comparesNumbers && isGateSuspect) return { kind: "comparesNumbers", isGateOn };
  // A node that keeps its pod moves from desired to misscheduled. A deleted node leaves the number that it was in.
  const gone = reported.desiredNumberScheduled - derived.desiredNumberScheduled;
  const kept = derived.numberMisscheduled - reported.numberMisscheduled;
  if (signs.strayPods > 0 && gone > kept) return { kind: "nodeDeleted" };
  if (kept > 0 && signs.keptOnUnready > 0 && signs.keptOnUnready === signs.keptPods) return { kind: "nodeNotReady" };
  if (kept > 0 && signs.keptPods > 0) return { kind: "tainted" };
  if (gone > 0) return { kind: "nodeLeft" };
  if ((field === "numberAvailable" || field === "numberUnavailable") && minReadySeconds > 0) return { kind: "minReady", minReadySeconds };
  return { kind: "notWritten" };
}

/** Returns the fields whose reported number differs from the derived one, in COUNT_FIELDS order, with likely causes
 *  (rule C10). */
export function disagreementsOf(
  reported: DaemonSetCounts,
  derived: DaemonSetCounts,
  signs: LagEvidence,
): readonly Omit<Disagreement, "sinceMs">[] {
  return COUNT_FIELDS.filter((field) => reported[field] !== derived[field]).map((field) => ({
    field,
    reported: reported[field],
    derived: derived[field],
    cause: causeOf(field, reported, derived, signs),
  }));
}
