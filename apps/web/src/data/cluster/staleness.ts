import { hasSynced, REQUIRED_SOURCES_OF_PAGE, type SourceStatuses } from "@daemonscope/kube/source-status";

/** Needed kinds that are no longer live, and the time since which the shown data may be outdated. */
export interface Staleness {
  /** The affected kinds, joined. */
  readonly about: string;
  /** Real time of the oldest last proof among these kinds. */
  readonly sinceMs: number;
  /** `sinceMs` on the cluster's clock. */
  readonly asOfMs: number;
}

/**
 * Returns the staleness for source statuses of cluster time `at`, received at real time `nowMs`. Undefined while every
 * needed kind that was read is live. Returns `before` while the same kinds are affected, so that its age does not
 * restart.
 */
export function stalenessOf(
  sources: SourceStatuses,
  { at, clockRate, nowMs }: { readonly at: number; readonly clockRate: number; readonly nowMs: number },
  before: Staleness | undefined,
): Staleness | undefined {
  const troubled = REQUIRED_SOURCES_OF_PAGE.filter((source) => hasSynced(sources[source]) && sources[source].state !== "live");
  if (troubled.length === 0) return undefined;
  const about = troubled.join();
  if (before?.about === about) return before;
  // The server dates proofs by their age in real milliseconds, regardless of the cluster's clock.
  const ageMs = Math.max(...troubled.map((source) => Math.max(0, at - (sources[source].provenAtMs ?? at))));
  return { about, sinceMs: nowMs - ageMs, asOfMs: at - ageMs * clockRate };
}
