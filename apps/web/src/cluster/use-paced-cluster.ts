import { useSyncExternalStore } from "react";
import { inSeconds, usePageCluster, useSeconds } from "./cluster-context.ts";
import type { ClusterSource } from "./cluster-source.ts";
import type { ClusterView } from "./cluster-view.ts";
import { freshnessOf } from "./freshness.ts";
import { toldNowMs } from "./told-now.ts";

export interface PacedCluster {
  readonly view: ClusterView;
  /** Of the same moment as `view`, for projections. */
  readonly source: ClusterSource;
  /** Cluster time for ages, in whole seconds, so that its dependents change once a second. */
  readonly nowMs: number;
  readonly isLive: boolean;
}

/**
 * Returns the cluster, rendered at once after a quiet time and then at most ten times a second. Also renders each
 * second for countdowns.
 */
export function usePacedCluster(): PacedCluster {
  const { paced } = usePageCluster();
  const view = useSyncExternalStore(paced.subscribe, paced.snapshot);
  const realNowMs = Math.max(useSeconds(), view.heardAtMs ?? 0);
  return { view, source: paced, nowMs: inSeconds(toldNowMs(view, realNowMs)), isLive: freshnessOf(view, realNowMs).kind === "live" };
}
