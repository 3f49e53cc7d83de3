import type { HolderGroup } from "../records/budget.ts";
import type { DaemonSetRecord, RevisionSummary } from "../records/records.ts";

/** All failing pods run the current revision, and all pods of other revisions on Ready nodes are available. */
interface FailingRevision {
  readonly failing: number;
  readonly revision: number;
  /** Number of pods of other revisions on Ready nodes. */
  readonly others: number;
  /** Number of pods of other revisions on NotReady nodes. Absent if there are none. */
  readonly onUnready?: number;
  /** The revision of these pods, if it is one. */
  readonly otherRevision?: number;
}

/** A NotReady node is no sign of its old pod. */
const sparesOldPods = ({ reason, cause }: HolderGroup): boolean =>
  reason === "newUnavailable" || reason === "noPod" || (reason === "oldUnavailable" && cause.kind === "nodeNotReady");

/** Revisions other than the current one that nodes run. */
export const otherRevisions = ({ revisions }: Pick<DaemonSetRecord, "revisions">): readonly RevisionSummary[] =>
  revisions.filter(({ current, nodes }) => !current && (nodes ?? 0) > 0);

/** Returns the revision of all failing pods if pods of other revisions are fine. Undefined without such a split, and
 *  under maxSurge and OnDelete, whose budget has not all unavailable pods. */
export function failingRevision(record: DaemonSetRecord): FailingRevision | undefined {
  const { budget, causes, revisions, derived } = record;
  const current = revisions.find((revision) => revision.current);
  if (budget.kind !== "maxUnavailable" || derived === null || current === undefined) return undefined;
  const failing = causes.reduce((sum, { state, count }) => sum + (state === "failing" ? count : 0), 0);
  const old = otherRevisions(record);
  const onUnready = record.onUnready?.old ?? 0;
  const others = old.reduce((sum, { nodes }) => sum + (nodes ?? 0), 0) - onUnready;
  if (!budget.holders.every(sparesOldPods) || failing === 0 || others <= 0) return undefined;
  const [only] = old;
  return {
    failing,
    revision: current.revision,
    others,
    ...(onUnready === 0 ? {} : { onUnready }),
    ...(old.length === 1 && only !== undefined ? { otherRevision: only.revision } : {}),
  };
}
