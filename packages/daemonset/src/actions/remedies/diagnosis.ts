import { assertNever } from "@daemonscope/kube/base/assert-never";
import { hasNoMatchingNode } from "../../counts/has-no-matching-node.ts";
import { isAdmissionRefusal, isImageReason } from "../../pods/failing-reason.ts";
import { isRefusedForPorts } from "../../pods/refused-for-ports.ts";
import type { CauseFact } from "../../records/cause-fact.ts";
import type { Cause, DaemonSetRecord } from "../../records/records.ts";
import { isStillRunning } from "../../revisions/is-still-running.ts";

/** Diagnoses of a DaemonSet that decide which remedies help. */
export const DIAGNOSES = [
  /** The image of a pod cannot be obtained, so that the pod does not start. */
  "noImage",
  /** Pods fail by themselves. */
  "fails",
  /** The new revision may break nodes. */
  "breaksNodes",
  /** Pods start or run without being Ready, or a rollout continues without problems. */
  "slow",
  /** The scheduler finds no free capacity, or the kubelet rejects pods. */
  "noRoom",
  "nodeNotReady",
  /** Two pods cannot run on one node. */
  "surgeClash",
  /** Under OnDelete, old pods wait for a user. */
  "byHand",
  /** Pods run on nodes that do not want them, or nodes that had a pod no longer want one. */
  "keptOff",
  /** No node wants a pod of the DaemonSet. */
  "nowhere",
  /** The controller has forgotten a surge (rule R26). */
  "forgotten",
  /** The controller does nothing. */
  "stalled",
] as const;
export type Diagnosis = (typeof DIAGNOSES)[number];

const hasReason = (cause: CauseFact, matches: (reason: string) => boolean): boolean => cause.kind === "reason" && matches(cause.reason);

/** Reports whether the kubelet rejected a pod: then the node lacks room, and no container failed. */
export const isAdmissionRefusalCause = (cause: CauseFact): boolean => hasReason(cause, isAdmissionRefusal);

/** Reports whether a node that is not Ready causes it, so that repair or removal of the node helps. */
export const isNotReadyNode = ({ kind }: CauseFact): boolean =>
  kind === "nodeNotReady" || kind === "terminatingOnNotReady" || kind === "kubeletSilent";

function diagnosisOfCause({ state, cause }: Cause, isSurgeClash: boolean): Diagnosis | undefined {
  switch (state) {
    case "failing":
      if (hasReason(cause, isImageReason)) return "noImage";
      return isAdmissionRefusalCause(cause) ? "noRoom" : "fails";
    case "unscheduled":
      if (cause.kind !== "reason") return "slow";
      return isSurgeClash && isRefusedForPorts(cause) ? "surgeClash" : "noRoom";
    case "starting":
      return "slow";
    case "misscheduled":
      return "keptOff";
    case "nodeUnready":
      return "nodeNotReady";
    case "terminating":
      return isNotReadyNode(cause) ? "nodeNotReady" : undefined;
    case "missing":
      return undefined;
    default:
      return assertNever(state);
  }
}

function diagnosisOfConcern({ concern }: DaemonSetRecord): Diagnosis | undefined {
  switch (concern?.kind) {
    case "revisionBreaksNodes":
      return "breaksNodes";
    case "surgeImpossible":
      return "surgeClash";
    case "backoffLoop":
      return "noRoom";
    case "desiredDropped":
      return "keptOff";
    case "stalled":
      return concern.detail.kind === "passedOver" ? "forgotten" : "stalled";
    default:
      return undefined;
  }
}

/** Returns the diagnoses, each once, in the order of `DIAGNOSES`. */
export function diagnose(record: DaemonSetRecord): readonly Diagnosis[] {
  const { concern, causes, strategy, revisions, underWay } = record;
  const found = new Set<Diagnosis>();
  const concernDiagnosis = diagnosisOfConcern(record);
  if (concernDiagnosis !== undefined) found.add(concernDiagnosis);
  for (const cause of causes) {
    const diagnosis = diagnosisOfCause(cause, concern?.kind === "surgeImpossible");
    // Nodes that the revision may have broken are not an independent node problem.
    if (diagnosis !== undefined && !(diagnosis === "nodeNotReady" && concernDiagnosis === "breaksNodes")) found.add(diagnosis);
  }
  if (strategy === "OnDelete" && revisions.some(isStillRunning)) found.add("byHand");
  if (hasNoMatchingNode(record) && !record.deleting) found.add("nowhere");
  if (found.size === 0 && underWay) found.add("slow");
  return DIAGNOSES.filter((each) => found.has(each));
}
