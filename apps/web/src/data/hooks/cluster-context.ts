import { createContext, useContext, useMemo, useState, useSyncExternalStore } from "react";
import { dayOf } from "../../words/i18n/time-of-day.ts";
import { clusterNowMs } from "../cluster/cluster-now.ts";
import type { ClusterView } from "../cluster/cluster-view.ts";
import type { DisplayedCluster } from "../cluster/displayed-cluster.ts";
import { memoizeEqual } from "../cluster/memoize-equal.ts";
import type { ReadableCluster } from "../cluster/readable-cluster.ts";
import { ComputedView, type ViewReducer } from "../computed/view-reducer.ts";
import { displayNowMs } from "../freshness/display-now.ts";
import { type Freshness, freshnessOf } from "../freshness/freshness.ts";

/** The cluster sources of a page: every update, and updates at reading pace. */
interface PageCluster {
  readonly store: DisplayedCluster;
  readonly paced: ReadableCluster;
}

export const ClusterContext = createContext<PageCluster | undefined>(undefined);

export function usePageCluster(): PageCluster {
  const cluster = useContext(ClusterContext);
  if (cluster === undefined) throw new Error("no cluster above this component");
  return cluster;
}

/** Returns the shown cluster, with every update. */
export const useClusterStore = (): DisplayedCluster => usePageCluster().store;

/** Returns the whole view, rendered at reading pace. */
export function useClusterView(): ClusterView {
  const { paced } = usePageCluster();
  return useSyncExternalStore(paced.subscribe, paced.snapshot);
}

/**
 * Returns a value selected from the view, at reading pace. Renders only if the value changes by `Object.is`. So the
 * selector must return the same object while it is equal.
 */
export function useCluster<T>(select: (view: ClusterView) => T): T {
  const { paced } = usePageCluster();
  return useSyncExternalStore(paced.subscribe, () => select(paced.snapshot()));
}

/**
 * Reports whether the page shows the live cluster: neither history nor a recording. Controls that need the live cluster
 * appear only then.
 */
export const useIsNow = (): boolean => useCluster(({ moment, state }) => moment === undefined && state?.cluster.recorded === undefined);

/**
 * Returns a projection of a source, as of its snapshot. Undefined before the first state. `projection` must stay the
 * same object while it means the same.
 */
export function useProjection<T>(source: ReadableCluster, projection: ViewReducer<T>): T | undefined {
  const projected = useMemo(() => new ComputedView(source, projection), [source, projection]);
  return useSyncExternalStore(projected.subscribe, projected.snapshot);
}

const SECOND_MS = 1000;

/** One timer for all readers: separate ones would show different ages of one thing. */
const onSecond = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let tickedAtMs = Date.now();

function tick(): void {
  tickedAtMs = Date.now();
  for (const reader of onSecond) reader();
}

function subscribeToSeconds(reader: () => void): () => void {
  onSecond.add(reader);
  if (timer === undefined) {
    tickedAtMs = Date.now();
    timer = setInterval(tick, SECOND_MS);
  }
  return () => {
    onSecond.delete(reader);
    if (onSecond.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns real time, updated once a second. */
export const useSeconds = (): number => useSyncExternalStore(subscribeToSeconds, () => tickedAtMs);

export const floorToSeconds = (ms: number): number => Math.floor(ms / SECOND_MS) * SECOND_MS;

/** Returns the cluster time for ages, in whole seconds, so that counters render once a second. */
export function useNow(): number {
  const { paced } = usePageCluster();
  const realNowMs = useSeconds();
  return useSyncExternalStore(paced.subscribe, () => {
    const view = paced.snapshot();
    return floorToSeconds(displayNowMs(view, Math.max(realNowMs, view.lastReceivedAtMs ?? 0)));
  });
}

/**
 * Returns the start of the shown day, in the user's time zone. Times of that day need no date: in history the freshness
 * chip shows it.
 */
export function useShownDay(): number {
  const { paced } = usePageCluster();
  return useSyncExternalStore(paced.subscribe, () => {
    const view = paced.snapshot();
    return dayOf(displayNowMs(view, Math.max(Date.now(), view.lastReceivedAtMs ?? 0)));
  });
}

/** Returns the start of today on the cluster's clock, also during history or without data. */
export function useToday(): number {
  const { live } = useClusterStore();
  return useSyncExternalStore(live.subscribe, () => dayOf(clusterNowMs(live.peek(), Date.now())));
}

/**
 * Returns the freshness of the view, at reading pace. The object stays the same while nothing changed, so a live
 * cluster stays live from frame to frame.
 */
export function useFreshness(): Freshness {
  const { paced } = usePageCluster();
  const realNowMs = useSeconds();
  const [kept] = useState(() => memoizeEqual<Freshness>());
  return useSyncExternalStore(paced.subscribe, () => {
    const view = paced.snapshot();
    return kept(freshnessOf(view, Math.max(realNowMs, view.lastReceivedAtMs ?? 0)));
  });
}
