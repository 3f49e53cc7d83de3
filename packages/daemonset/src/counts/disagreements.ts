import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { MatchingGates } from "@daemonscope/kube/toleration";
import type { Disagreement } from "../model/records.ts";

/** What is known about why the controller's numbers may lag. */
export interface LagSigns {
  readonly generation: number;
  readonly observedGeneration: number;
  readonly minReadySeconds: number;
  /** Nodes where no pod is wanted any more and one stays. */
  readonly keptPods: number;
  /** Those of them whose node is NotReady. */
  readonly keptOnUnready: number;
  /** Pods of nodes that no longer exist. */
  readonly strayPods: number;
  /** A toleration of the template has Gt or Lt. */
  readonly comparesNumbers: boolean;
  /** As we were told that the cluster has them. */
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

function causeOf(field: keyof DaemonSetCounts, reported: DaemonSetCounts, derived: DaemonSetCounts, signs: LagSigns): string {
  if (signs.observedGeneration < signs.generation)
    return `the controller has not observed generation ${signs.generation} yet, its numbers are of ${signs.observedGeneration}`;
  const isOn = signs.gates.TaintTolerationComparisonOperators;
  const isGateSuspect = isOn
    ? reported.desiredNumberScheduled < derived.desiredNumberScheduled
    : reported.desiredNumberScheduled > derived.desiredNumberScheduled;
  if (signs.comparesNumbers && isGateSuspect)
    return `a toleration compares numbers (Gt, Lt), and the cluster seems to judge that otherwise: start with --feature-gate TaintTolerationComparisonOperators=${!isOn}`;
  // A node that is kept leaves desired for misscheduled; one that is gone leaves either for nothing.
  const gone = reported.desiredNumberScheduled - derived.desiredNumberScheduled;
  const kept = derived.numberMisscheduled - reported.numberMisscheduled;
  if (signs.strayPods > 0 && gone > kept)
    return `a node was deleted: the controller looks again only when its pods are collected (about a minute)`;
  if (derived.numberMisscheduled > reported.numberMisscheduled && signs.keptOnUnready > 0 && signs.keptOnUnready === signs.keptPods)
    return `a node with a pod went NotReady, which taints it NoSchedule: the controller does not look again until something else about this DaemonSet changes`;
  if (derived.numberMisscheduled > reported.numberMisscheduled && signs.keptPods > 0)
    return `a NoSchedule taint came to a node that has a pod: the controller does not look again until something else about this DaemonSet changes`;
  if (reported.desiredNumberScheduled > derived.desiredNumberScheduled)
    return `a node left or no longer matches: the controller has not looked again`;
  if ((field === "numberAvailable" || field === "numberUnavailable") && signs.minReadySeconds > 0)
    return `the controller looks again minReadySeconds (${signs.minReadySeconds} s) after the last change; this count goes pod by pod`;
  return `the controller has not written its status since the last change`;
}

/** The fields where what the API reports differs from what we derive, with the likely cause of each; in COUNT_FIELDS order (rule C10). */
export function disagreementsOf(reported: DaemonSetCounts, derived: DaemonSetCounts, signs: LagSigns): readonly Disagreement[] {
  return COUNT_FIELDS.filter((field) => reported[field] !== derived[field]).map((field) => ({
    field,
    reported: reported[field],
    derived: derived[field],
    cause: causeOf(field, reported, derived, signs),
  }));
}
