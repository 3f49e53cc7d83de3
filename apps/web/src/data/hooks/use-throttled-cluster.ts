import { useSyncExternalStore } from "react";
import type { ClusterView } from "../cluster/cluster-view.ts";
import type { ReadableCluster } from "../cluster/readable-cluster.ts";
import { displayNowMs } from "../freshness/display-now.ts";
import { freshnessOf } from "../freshness/freshness.ts";
import { floorToSeconds, usePageCluster, useSeconds } from "./cluster-context.ts";

interface ThrottledClusterView {
  readonly view: ClusterView;
  /** Input of projections, at the same moment as `view`. */
  readonly source: ReadableCluster;
  /** Cluster time for ages, in whole seconds, so that its dependents change once a second. */
  readonly nowMs: number;
  readonly isLive: boolean;
}

/**
 * Returns the cluster, rendered at once after a quiet time and then at most ten times a second. Also renders each
 * second for countdowns.
 */
export function useThrottledCluster(): ThrottledClusterView {
  const { paced } = usePageCluster();
  const view = useSyncExternalStore(paced.subscribe, paced.snapshot);
  const realNowMs = Math.max(useSeconds(), view.lastReceivedAtMs ?? 0);
  return {
    view,
    source: paced,
    nowMs: floorToSeconds(displayNowMs(view, realNowMs)),
    isLive: freshnessOf(view, realNowMs).kind === "live",
  };
}
