/** The watched kinds, by API resource name. */
export const SOURCES = ["nodes", "pods", "daemonsets", "controllerrevisions", "events"] as const;
export type SourceName = (typeof SOURCES)[number];

/** The view is wrong without these sources; events only add to it. */
export const REQUIRED_SOURCES_OF_PAGE: readonly SourceName[] = ["nodes", "pods", "daemonsets", "controllerrevisions"];

/**
 * The status of one watch. `live` requires a proof of life within its limit; `detail` is one sentence: the cause and
 * the next step. `forbidden` with a `provenAtMs` means that a right was revoked: the data read before are frozen.
 */
export interface SourceStatus {
  readonly state: "syncing" | "live" | "stale" | "retrying" | "forbidden";
  /** Time of the last event, bookmark, list or answered probe, in server milliseconds; absent before the first. */
  readonly provenAtMs?: number;
  readonly detail?: string;
  /** Objects of the first list that were read, in coarse steps; only while `syncing`. */
  readonly readSoFar?: number;
  /**
   * Total number of objects in that list, next to `readSoFar`. Set only if the server reports the remaining count: for
   * pages without a selector, and never for a streamed list.
   */
  readonly expected?: number;
  /** Number of objects that exist but are unreadable, and one sentence about the first; absent if there is none. */
  readonly leftOut?: { readonly count: number; readonly first: string };
}

export type SourceStatuses = Readonly<Record<SourceName, SourceStatus>>;

/** Reports whether the kind was read completely once, regardless of later failures. */
export function hasSynced(status: SourceStatus): boolean {
  return status.provenAtMs !== undefined;
}
