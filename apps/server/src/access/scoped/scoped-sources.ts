import type { SourceStatus, SourceStatuses } from "@daemonscope/kube/source-status";
import { isModelled, REQUIRED_VERBS, type UserRights, WATCHED_KINDS } from "../rights/user-rights.ts";

/** Returns the sources within a user's rights. A kind that the user may not read is forbidden. If the rights cover only
 *  part of a kind, details that name or count the rest are removed. */
export function scopedSources(sources: SourceStatuses, rights: UserRights): SourceStatuses {
  const statusWithin = (kind: (typeof WATCHED_KINDS)[number]): SourceStatus => {
    const { qualified } = REQUIRED_VERBS[kind];
    if (!isModelled(rights, kind)) {
      const where = kind === "nodes" || rights[kind] === "none" ? "" : " in every namespace whose DaemonSets you see";
      return { state: "forbidden", detail: `your own rights do not cover list and watch on ${qualified}${where}` };
    }
    const { leftOut, readSoFar, expected, ...status } = sources[kind];
    if (rights[kind] !== "all" || rights.nodes !== "all") return status;
    return {
      ...status,
      ...(leftOut === undefined ? {} : { leftOut }),
      ...(readSoFar === undefined ? {} : { readSoFar }),
      ...(expected === undefined ? {} : { expected }),
    };
  };
  return Object.fromEntries(WATCHED_KINDS.map((kind) => [kind, statusWithin(kind)])) as unknown as SourceStatuses;
}
