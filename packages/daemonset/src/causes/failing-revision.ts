import type { DaemonSetRecord } from "../records/records.ts";

/** All failing pods run the current revision, and all pods of other revisions are available. */
export interface FailingRevision {
  readonly failing: number;
  readonly revision: number;
  /** Number of pods of other revisions. */
  readonly others: number;
  /** The revision of these pods, if it is one. */
  readonly otherRevision?: number;
}

/** Returns the revision of all failing pods if pods of other revisions are fine. Undefined without such a split, and
 *  under maxSurge and OnDelete, whose budget has not all unavailable pods. */
export function failingRevision({ budget, causes, revisions, derived, onUnready }: DaemonSetRecord): FailingRevision | undefined {
  const current = revisions.find((revision) => revision.current);
  if (budget.kind !== "maxUnavailable" || derived === null || current === undefined) return undefined;
  const isOldFine = (onUnready?.old ?? 0) === 0 && budget.holders.every(({ reason }) => reason === "newUnavailable" || reason === "noPod");
  const failing = causes.reduce((sum, { state, count }) => sum + (state === "failing" ? count : 0), 0);
  const old = revisions.filter(({ current: isCurrent, nodes }) => !isCurrent && (nodes ?? 0) > 0);
  const others = old.reduce((sum, { nodes }) => sum + (nodes ?? 0), 0);
  if (!isOldFine || failing === 0 || others === 0) return undefined;
  const [only] = old;
  return {
    failing,
    revision: current.revision,
    others,
    ...(old.length === 1 && only !== undefined ? { otherRevision: only.revision } : {}),
  };
}
