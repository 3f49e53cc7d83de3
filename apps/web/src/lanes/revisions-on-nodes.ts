import type { RevisionSummary } from "@daemonscope/daemonset/records/records";
import { isLeftOnNodes } from "@daemonscope/daemonset/revisions/is-left-on-nodes";

/** The revision that most nodes still have besides the current one; undefined when all have it. */
export function oldRevision(revisions: readonly RevisionSummary[]): RevisionSummary | undefined {
  return revisions.filter(isLeftOnNodes).sort((a, b) => (b.nodes ?? 0) - (a.nodes ?? 0))[0];
}

export const currentRevision = (revisions: readonly RevisionSummary[]): RevisionSummary | undefined =>
  revisions.find((revision) => revision.current);
