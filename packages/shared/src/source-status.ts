/** The kinds that the server watches, as their API resource names. */
export const SOURCES = ["nodes", "pods", "daemonsets", "controllerrevisions", "events"] as const;
export type SourceName = (typeof SOURCES)[number];

/** Without these nothing that is shown is true; events only add to it. */
export const NEEDED_SOURCES: readonly SourceName[] = ["nodes", "pods", "daemonsets", "controllerrevisions"];

/** How one watch stands. `live` only while there was proof of life within its limit; `detail` is one sentence: cause and what happens next.
 *  `forbidden` with a `provenAtMs` is a right that was taken away: what was read is frozen. */
export interface SourceStatus {
  readonly state: "syncing" | "live" | "stale" | "retrying" | "forbidden";
  /** Last event, bookmark, list or answered probe, in server milliseconds; absent before the first. */
  readonly provenAtMs?: number;
  readonly detail?: string;
  /** Objects of the first list that came so far, in coarse steps; only while `syncing`. */
  readonly readSoFar?: number;
  /** How many that list will have, by its server; beside `readSoFar`, where the server says how many remain: of pages without a selector, and of no list that is streamed. */
  readonly expected?: number;
  /** Objects that are there and could not be read, and one sentence about the first; absent when there is none. */
  readonly leftOut?: { readonly count: number; readonly first: string };
}

export type SourceStatuses = Readonly<Record<SourceName, SourceStatus>>;

/** True once the kind was read whole, whatever became of it since. */
export function wasRead(status: SourceStatus): boolean {
  return status.provenAtMs !== undefined;
}
