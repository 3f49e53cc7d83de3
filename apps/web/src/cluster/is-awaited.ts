import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { SourceStatuses } from "@daemonscope/shared/source-status";

/** Says whether all that was not read is on its way: none of it may not be read (rule C13). */
export function isAwaited(unread: DaemonSetRecord["unread"], sources: SourceStatuses): boolean {
  return unread.every((source) => sources[source].state !== "forbidden");
}
