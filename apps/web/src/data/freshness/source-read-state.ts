import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { hasSynced, type SourceStatuses } from "@daemonscope/kube/source-status";

/** The read state of a kind (rule C13). Its first list is running or retried, it was read, or it may not be read. */
export type SourceReadState = "awaited" | "read" | "refused";

export function sourceReadState(source: DaemonSetRecord["unread"][number], sources: SourceStatuses): SourceReadState {
  if (hasSynced(sources[source])) return "read";
  return sources[source].state === "forbidden" ? "refused" : "awaited";
}
