import { NEEDED_SOURCES, type SourceStatuses, wasRead } from "@daemonscope/shared/source-status";

/** Since when what is shown may be old, because the server does not hear all of the cluster. */
export interface Doubt {
  /** The kinds in trouble, joined. */
  readonly about: string;
  /** Real time of the oldest last proof among them. */
  readonly sinceMs: number;
  /** The same on the cluster's clock. */
  readonly asOfMs: number;
}

/** The doubt that statuses of cluster time `at`, heard at real time `nowMs`, leave; undefined while every needed kind that was read is live.
 *  `before` is kept while the same kinds are in trouble, so that nothing counts anew. */
export function doubtOf(
  sources: SourceStatuses,
  { at, clockRate, nowMs }: { readonly at: number; readonly clockRate: number; readonly nowMs: number },
  before: Doubt | undefined,
): Doubt | undefined {
  const troubled = NEEDED_SOURCES.filter((source) => wasRead(sources[source]) && sources[source].state !== "live");
  if (troubled.length === 0) return undefined;
  const about = troubled.join();
  if (before?.about === about) return before;
  // The server dates proofs by their age in real milliseconds, whatever clock the cluster has.
  const ageMs = Math.max(...troubled.map((source) => Math.max(0, at - (sources[source].provenAtMs ?? at))));
  return { about, sinceMs: nowMs - ageMs, asOfMs: at - ageMs * clockRate };
}
