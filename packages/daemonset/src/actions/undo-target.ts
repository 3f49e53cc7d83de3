import type { DaemonSetRecord, RevisionSummary } from "../records/records.ts";

/** The revision that an undo goes to, if there is one that may help: the newest of those that were seen on all nodes, else the newest of which nothing speaks against it.
 *  Against it speaks that none of its pods was ever available (rule R27), and that somebody went back from it: it was made later than the current one, and its number is
 *  lower. While that way back is under way it is not offered, on whatever nodes it was. */
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
