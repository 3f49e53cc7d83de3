import type { RevisionSummary } from "@daemonscope/daemonset/records/records";
import { isStillRunning } from "@daemonscope/daemonset/revisions/is-still-running";

/**
 * Returns the revision, other than the current one, that most nodes have. Undefined if all nodes have the current one.
 */
export function oldRevisionOnNodes(revisions: readonly RevisionSummary[]): RevisionSummary | undefined {
  return revisions.filter(isStillRunning).sort((a, b) => (b.nodes ?? 0) - (a.nodes ?? 0))[0];
}

export const currentRevisionOnNodes = (revisions: readonly RevisionSummary[]): RevisionSummary | undefined =>
  revisions.find((revision) => revision.current);
