import { useCallback, useEffect, useRef, useState } from "react";
import { useClusterStore } from "../cluster/cluster-context.ts";
import { clusterNowMs } from "../cluster/cluster-now.ts";
import type { ClusterView } from "../cluster/cluster-store.ts";
import { freshnessOf } from "../cluster/freshness.ts";

/** The whole page is computed anew at most so often: ten times a second is as fast as anybody reads. */
const PACE_MS = 100;
const SECOND_MS = 1000;

export interface PacedCluster {
  readonly view: ClusterView;
  /** Cluster time, in whole seconds: what depends on it changes once a second. */
  readonly nowMs: number;
  readonly isLive: boolean;
}

/** What is known of the cluster, rendered at once after a quiet time and then at most ten times a second; and each second for what counts down. */
export function usePacedCluster(): PacedCluster {
  const store = useClusterStore();
  const [, setRenders] = useState(0);
  const lastMs = useRef(0);
  const render = useCallback(() => {
    lastMs.current = performance.now();
    setRenders((renders) => renders + 1);
  }, []);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      if (waiting !== undefined) return;
      const wait = Math.max(0, PACE_MS - (performance.now() - lastMs.current));
      waiting = setTimeout(() => {
        waiting = undefined;
        render();
      }, wait);
    };
    const unsubscribe = store.subscribe(heard);
    const everySecond = setInterval(heard, SECOND_MS);
    return () => {
      unsubscribe();
      clearTimeout(waiting);
      clearInterval(everySecond);
    };
  }, [store, render]);
  const view = store.snapshot();
  const realNowMs = Date.now();
  const nowMs = Math.floor(clusterNowMs(view, Math.max(realNowMs, view.heardAtMs ?? 0)) / SECOND_MS) * SECOND_MS;
  return { view, nowMs, isLive: freshnessOf(view, realNowMs).kind === "live" };
}
