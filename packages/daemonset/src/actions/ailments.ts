import { assertNever } from "@daemonscope/kube/assert-never";
import { isWantedNowhere } from "../counts/is-wanted-nowhere.ts";
import { isAdmissionRefusal, isImageReason } from "../pods/failing-reason.ts";
import { isRefusedForPorts } from "../pods/refused-for-ports.ts";
import type { CauseFact } from "../records/cause-fact.ts";
import type { Cause, DaemonSetRecord } from "../records/records.ts";
import { isLeftOnNodes } from "../revisions/is-left-on-nodes.ts";

/** What ails a DaemonSet, as far as it decides what helps. */
export const AILMENTS = [
  /** The new image cannot be had: none of its pods starts anywhere. */
  "noImage",
  /** Pods fail by themselves. */
  "fails",
  /** The new revision may break nodes. */
  "breaksNodes",
  /** Pods start, or run without being Ready, or nothing is wrong with a rollout that goes on. */
  "slow",
  /** The scheduler finds no room, or the kubelet turns pods away. */
  "noRoom",
  "nodeNotReady",
  /** Two pods cannot be on a node. */
  "surgeClash",
  /** Old pods wait for a person, under OnDelete. */
  "byHand",
  /** Pods are where none is wanted, or nodes that had it stopped wanting it. */
  "keptOff",
  /** No node wants it. */
  "nowhere",
  /** The controller has forgotten a surge (rule R26). */
  "forgotten",
  /** The controller does nothing. */
  "stalled",
] as const;
export type Ailment = (typeof AILMENTS)[number];

const hasReason = (cause: CauseFact, is: (reason: string) => boolean): boolean => cause.kind === "reason" && is(cause.reason);

/** Says whether a kubelet turned a pod away, and nothing of its own fails. */
export const isRefusal = (cause: CauseFact): boolean => hasReason(cause, isAdmissionRefusal);

function ailmentOf({ state, cause }: Cause, isSurgeClash: boolean): Ailment | undefined {
  switch (state) {
    case "failing":
      if (hasReason(cause, isImageReason)) return "noImage";
      return isRefusal(cause) ? "noRoom" : "fails";
    case "unscheduled":
      if (cause.kind !== "reason") return "slow";
      return isSurgeClash && isRefusedForPorts(cause) ? "surgeClash" : "noRoom";
    case "starting":
      return "slow";
    case "misscheduled":
      return "keptOff";
    case "nodeUnready":
      return "nodeNotReady";
    case "missing":
    case "terminating":
      return undefined;
    default:
      return assertNever(state);
  }
}

function ailmentOfConcern({ concern }: DaemonSetRecord): Ailment | undefined {
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

/** What ails it, each once, in the order of AILMENTS. */
export function ailmentsOf(record: DaemonSetRecord): readonly Ailment[] {
  const { concern, causes, strategy, revisions, underWay } = record;
  const found = new Set<Ailment>();
  const named = ailmentOfConcern(record);
  if (named !== undefined) found.add(named);
  for (const cause of causes) {
    const ailment = ailmentOf(cause, concern?.kind === "surgeImpossible");
    // Nodes that the revision may have broken are no accident of the nodes.
    if (ailment !== undefined && !(ailment === "nodeNotReady" && named === "breaksNodes")) found.add(ailment);
  }
  if (strategy === "OnDelete" && revisions.some(isLeftOnNodes)) found.add("byHand");
  if (isWantedNowhere(record) && !record.deleting) found.add("nowhere");
  if (found.size === 0 && underWay) found.add("slow");
  return AILMENTS.filter((each) => found.has(each));
}
