import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { type SourceStatuses, wasRead } from "@daemonscope/shared/source-status";

/** How a kind stands for whoever asks for it: its first list is under way or tried again, it came, or it may not come (rule C13). */
export type Reading = "awaited" | "read" | "refused";

export function readingOf(source: DaemonSetRecord["unread"][number], sources: SourceStatuses): Reading {
  if (wasRead(sources[source])) return "read";
  return sources[source].state === "forbidden" ? "refused" : "awaited";
}
