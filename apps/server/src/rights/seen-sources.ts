import type { SourceStatus, SourceStatuses } from "@daemonscope/shared/source-status";
import { counts, NEEDED, type ViewerRights, WATCHED_KINDS } from "./viewer-rights.ts";

/** How each kind stands for somebody: what they may not read is forbidden; of what they may read in part, nothing that names or counts the rest. */
export function seenSources(sources: SourceStatuses, rights: ViewerRights): SourceStatuses {
  const seen = (kind: (typeof WATCHED_KINDS)[number]): SourceStatus => {
    const { qualified } = NEEDED[kind];
    if (!counts(rights, kind)) {
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
  return Object.fromEntries(WATCHED_KINDS.map((kind) => [kind, seen(kind)])) as unknown as SourceStatuses;
}
