import { clusterNowMs } from "../cluster/cluster-now.ts";
import type { ClusterView } from "../cluster/cluster-view.ts";
import { freshnessOf } from "./freshness.ts";

/**
 * Returns the cluster time for ages: now while the shown data is live, otherwise the last time when it was. Ages of
 * stale data do not increase.
 */
export function displayNowMs(view: ClusterView, realNowMs: number): number {
  return freshnessOf(view, realNowMs).asOfMs ?? clusterNowMs(view, realNowMs);
}
