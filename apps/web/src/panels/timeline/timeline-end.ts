import { hasSynced, REQUIRED_SOURCES_OF_PAGE } from "@daemonscope/kube/source-status";
import { clusterNowMs } from "../../data/cluster/cluster-now.ts";
import type { ClusterView } from "../../data/cluster/cluster-view.ts";
import { freshnessOf, isDataStale } from "../../data/freshness/freshness.ts";

/** End of the timeline, in cluster time. */
export interface TimelineEnd {
  /** End of the axis. */
  readonly endMs: number;
  /** Time of the last confirmed state. The time from there to the end is unknown. Undefined while the data is live. */
  readonly confirmedMs: number | undefined;
}

/** Returns the end of the timeline. The end moves only while the server answers and at least one needed source is live.
 *  `keptToMs`: end of the kept history, for a server that has read nothing since its start. */
export function timelineEnd(view: ClusterView, realNowMs: number, keptToMs: number | undefined): TimelineEnd {
  const { state } = view;
  const nowMs = clusterNowMs(view, realNowMs);
  const fresh = freshnessOf(view, realNowMs);
  const statuses = state === undefined ? [] : REQUIRED_SOURCES_OF_PAGE.map((source) => state.sources[source]);
  const isSourceLive = statuses.some((status) => status.state === "live");
  if (isDataStale(fresh) && fresh.asOfMs !== undefined) {
    const isConnected = view.connection === "open" && view.doubt !== undefined && fresh.why.kind !== "serverSilent";
    return { endMs: isConnected && isSourceLive ? nowMs : fresh.asOfMs, confirmedMs: fresh.asOfMs };
  }
  if (fresh.kind === "live" || isSourceLive) return { endMs: nowMs, confirmedMs: undefined };
  const proven = statuses.flatMap((status) => (hasSynced(status) ? [status.provenAtMs ?? 0] : []));
  const confirmedMs = proven.length > 0 ? Math.max(...proven) : (keptToMs ?? nowMs);
  return { endMs: confirmedMs, confirmedMs };
}
