import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { type SourceStatuses, wasRead } from "@daemonscope/shared/source-status";

/** The read state of a kind (rule C13). Its first list is running or retried, it was read, or it may not be read. */
export type Reading = "awaited" | "read" | "refused";

export function readingOf(source: DaemonSetRecord["unread"][number], sources: SourceStatuses): Reading {
  if (wasRead(sources[source])) return "read";
  return sources[source].state === "forbidden" ? "refused" : "awaited";
}
