import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { dayOf } from "../i18n/time-of-day.ts";
import { clusterNowMs } from "./cluster-now.ts";
import type { ClusterSource } from "./cluster-source.ts";
import type { ClusterView } from "./cluster-view.ts";
import { type Freshness, freshnessOf } from "./freshness.ts";
import { keepEqual } from "./keep-equal.ts";
import { Projected, type Projection } from "./projection.ts";
import type { ShownCluster } from "./shown-cluster.ts";
import { toldNowMs } from "./told-now.ts";

/** What a page reads from: all of it as it comes, and the same at the pace of reading. */
export interface PageCluster {
  readonly store: ShownCluster;
  readonly paced: ClusterSource;
}

export const ClusterContext = createContext<PageCluster | undefined>(undefined);

export function usePageCluster(): PageCluster {
  const cluster = useContext(ClusterContext);
  if (cluster === undefined) throw new Error("no cluster above this component");
  return cluster;
}

/** What the page shows, as it comes. */
export const useClusterStore = (): ShownCluster => usePageCluster().store;

/** Everything that is known, rendered anew at the pace of reading. */
export function useClusterView(): ClusterView {
  const { paced } = usePageCluster();
  return useSyncExternalStore(paced.subscribe, paced.snapshot);
}

/** A value selected from what is known, at the pace of reading; renders only when it changes by `Object.is`, so select what is the same object while it is equal. */
export function useCluster<T>(select: (view: ClusterView) => T): T {
  const { paced } = usePageCluster();
  return useSyncExternalStore(paced.subscribe, () => select(paced.snapshot()));
}

/** Whether what is shown is the cluster as it is: neither a moment of the past nor a recording. Only then is offered what needs it. */
export const useIsNow = (): boolean => useCluster(({ moment, state }) => moment === undefined && state?.cluster.recorded === undefined);

/** What a projection makes of a source, as of its snapshot; undefined before there is a state. Give the same projection while it means the same. */
export function useProjection<T>(source: ClusterSource, projection: Projection<T>): T | undefined {
  const projected = useMemo(() => new Projected(source, projection), [source, projection]);
  return useSyncExternalStore(projected.subscribe, projected.snapshot);
}

/** Real time, once a second. */
export function useSeconds(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

const SECOND_MS = 1000;
export const inSeconds = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS;

/** Cluster time that ages are told at, in whole seconds: what counts up or down is drawn anew once a second. */
export function useNow(): number {
  const { paced } = usePageCluster();
  const realNowMs = useSeconds();
  return useSyncExternalStore(paced.subscribe, () => {
    const view = paced.snapshot();
    return inSeconds(toldNowMs(view, Math.max(realNowMs, view.heardAtMs ?? 0)));
  });
}

/** Start of the day that the page shows, in the reader's zone. Times of that day need no date: while the page shows the past, the freshness chip has it. */
export function useShownDay(): number {
  const { paced } = usePageCluster();
  return useSyncExternalStore(paced.subscribe, () => {
    const view = paced.snapshot();
    return dayOf(toldNowMs(view, Math.max(Date.now(), view.heardAtMs ?? 0)));
  });
}

/** Start of today on the cluster's clock, also while the page shows the past or has no data. */
export function useToday(): number {
  const { live } = useClusterStore();
  return useSyncExternalStore(live.subscribe, () => dayOf(clusterNowMs(live.glance(), Date.now())));
}

/** The same object while nothing of it changed: a live cluster stays live from frame to frame. Of what is read beside it, at the pace of reading. */
export function useFreshness(): Freshness {
  const { paced } = usePageCluster();
  const realNowMs = useSeconds();
  const [kept] = useState(() => keepEqual<Freshness>());
  return useSyncExternalStore(paced.subscribe, () => {
    const view = paced.snapshot();
    return kept(freshnessOf(view, Math.max(realNowMs, view.heardAtMs ?? 0)));
  });
}
