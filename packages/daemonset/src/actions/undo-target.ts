import type { DaemonSetRecord, RevisionSummary } from "../records/records.ts";

/** Returns the target revision of an undo, if one may help: the newest revision that was seen on all nodes,
 *  otherwise the newest one without a known problem. A revision is excluded if none of its pods was ever available
 *  (rule R27). It is also excluded if a user went back from it: it is newer than the current one and its number is
 *  lower. While that undo is under way the revision is not offered, regardless of its nodes. */
export function undoTarget({ revisions, underWay }: Pick<DaemonSetRecord, "revisions" | "underWay">): RevisionSummary | undefined {
  const current = revisions.find((each) => each.current);
  if (current === undefined) return undefined;
  const candidates = revisions.filter(
    ({ fate, createdAtMs, revision, ...each }) =>
      !each.current &&
      revision < current.revision &&
      fate?.kind !== "neverAvailable" &&
      (createdAtMs <= current.createdAtMs || (fate?.kind === "reachedAll" && !underWay)),
  );
  return candidates.find(({ fate }) => fate?.kind === "reachedAll") ?? candidates[0];
}
