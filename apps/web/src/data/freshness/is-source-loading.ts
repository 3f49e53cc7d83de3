import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { SourceStatuses } from "@daemonscope/kube/source-status";

/** Reports whether all unread kinds are still being read: none of them is forbidden (rule C13). */
export function isSourceLoading(unread: DaemonSetRecord["unread"], sources: SourceStatuses): boolean {
  return unread.every((source) => sources[source].state !== "forbidden");
}
