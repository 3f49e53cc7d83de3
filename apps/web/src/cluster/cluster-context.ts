import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { clusterNowMs } from "./cluster-now.ts";
import type { ClusterStore, ClusterView } from "./cluster-store.ts";
import { type Freshness, freshnessOf } from "./freshness.ts";

export const ClusterContext = createContext<ClusterStore | undefined>(undefined);

/** The store of the page. */
export function useClusterStore(): ClusterStore {
  const store = useContext(ClusterContext);
  if (store === undefined) throw new Error("no cluster store above this component");
  return store;
}

/** Everything that is known, rendered anew with each frame. */
export function useClusterView(): ClusterView {
  const store = useClusterStore();
  return useSyncExternalStore(store.subscribe, store.snapshot);
}

/** A value selected from what is known; renders only when it changes by `Object.is`, so select primitives, records, or things kept by seq. */
export function useCluster<T>(select: (view: ClusterView) => T): T {
  const store = useClusterStore();
  const latest = useRef<{ readonly view: ClusterView; readonly select: unknown; readonly value: T } | undefined>(undefined);
  return useSyncExternalStore(store.subscribe, () => {
    const view = store.snapshot();
    if (latest.current?.view !== view || latest.current.select !== select) latest.current = { view, select, value: select(view) };
    return latest.current.value;
  });
}

/** Real time, once a second. */
function useSeconds(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Cluster time, anew each second and with each message. */
export function useNow(): number {
  const view = useClusterView();
  const realNowMs = useSeconds();
  return clusterNowMs(view, Math.max(realNowMs, view.heardAtMs ?? 0));
}

export function useFreshness(): Freshness {
  const view = useClusterView();
  const realNowMs = useSeconds();
  return freshnessOf(view, Math.max(realNowMs, view.heardAtMs ?? 0));
}
