/** The kinds that the server watches, as their API resource names. */
export const SOURCES = ["nodes", "pods", "daemonsets", "controllerrevisions", "events"] as const;
export type SourceName = (typeof SOURCES)[number];

/** How one watch stands. `live` only while there was proof of life within its limit; `detail` is one sentence: cause and what happens next. */
export interface SourceStatus {
  readonly state: "syncing" | "live" | "stale" | "retrying" | "forbidden";
  /** Last event, bookmark, list or answered probe, in server milliseconds; absent before the first. */
  readonly provenAtMs?: number;
  readonly detail?: string;
}

export type SourceStatuses = Readonly<Record<SourceName, SourceStatus>>;
