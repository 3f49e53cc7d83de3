import { needsPerson } from "../../causes/cause-row.ts";
import { CAUSE_KINDS, CAUSES } from "../../causes/causes.ts";
import { hasNoMatchingNode } from "../../counts/has-no-matching-node.ts";
import type { CauseKind } from "../../records/cause-fact.ts";
import type { Cause, DaemonSetRecord } from "../../records/records.ts";
import { isStillRunning } from "../../revisions/is-still-running.ts";

/** Returns the cause that a concern states about the DaemonSet itself; undefined for a concern about its pods. */
function kindOfConcern({ concern }: DaemonSetRecord): CauseKind | undefined {
  switch (concern?.kind) {
    case "revisionBreaksNodes":
      return "revisionBreaksNodes";
    case "surgeImpossible":
      return "surgePortClash";
    case "backoffLoop":
      return concern.detail.kind === "loops" ? concern.detail.longest.cause.kind : undefined;
    case "desiredDropped":
      return concern.detail.kind === "pauseLeft" ? "pauseLeft" : "misscheduled";
    case "failing":
      return concern.detail.kind === "upgradeFailed" || concern.detail.kind === "upgradeIdle" ? concern.detail.kind : undefined;
    case "stalled":
      return concern.detail.kind === "passedOver" ? "controllerForgot" : "controllerBehind";
    default:
      return undefined;
  }
}

const isNoProblem = (kind: CauseKind): boolean => {
  const { endsBy, helps } = CAUSES[kind];
  return helps.length === 0 && !needsPerson(endsBy) && endsBy !== "nothing";
};

/** Returns the kinds of all causes of a DaemonSet, each once, in the order of the table. */
export function causeKindsOf(record: DaemonSetRecord): readonly CauseKind[] {
  const { causes, strategy, revisions, underWay, managedBy } = record;
  const ofConcern = kindOfConcern(record);
  const found = new Set<CauseKind>(causes.map(({ cause }) => cause.kind));
  if (ofConcern !== undefined) found.add(ofConcern);
  // These say why; the pods and nodes only show it.
  if (ofConcern === "surgePortClash") found.delete("portHeld");
  if (ofConcern === "revisionBreaksNodes") found.delete("nodeNotReady");
  // The controller replaces them.
  if (strategy === "OnDelete" && managedBy === undefined && revisions.some(isStillRunning)) found.add("waitsForDeletion");
  if (hasNoMatchingNode(record) && !record.deleting) found.add("noNodeWants");
  // A rollout without a problem can be taken back or made faster, like a slow one.
  if (underWay && ofConcern === undefined && [...found].every(isNoProblem)) found.add("starting");
  return CAUSE_KINDS.filter((kind) => found.has(kind));
}

const isPodProblem = ({ state }: Cause): boolean => state === "failing" || state === "unscheduled" || state === "starting";

/** Reports whether a pod of the current revision is available on some node, so that the revision alone is not the
 *  cause. Each node with a problem is taken to run the current revision, so the answer can be a false no. */
function runsElsewhere({ revisions, causes }: Pick<DaemonSetRecord, "revisions" | "causes">): boolean {
  const current = revisions.find((each) => each.current);
  const withProblem = causes.filter(isPodProblem).reduce((sum, { count }) => sum + count, 0);
  return (current?.nodes ?? 0) > withProblem;
}

/** Reports whether the new revision can be the cause (`byRevision` of the row), so that an undo or a pause can help. */
export function canBeRevision(kind: CauseKind, record: DaemonSetRecord): boolean {
  const { byRevision } = CAUSES[kind];
  return byRevision === "yes" || (byRevision === "compare" && !runsElsewhere(record));
}
