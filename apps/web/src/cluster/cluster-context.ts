import { isEqualJson } from "@daemonscope/kube/equal-json";
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

/** A value made of what is known, which is a new object each time; renders only when one differs from the one before by its fields. */
export function useEqualCluster<T>(select: (view: ClusterView) => T): T {
  const kept = useRef<{ readonly value: T } | undefined>(undefined);
  return useCluster((view) => {
    const value = select(view);
    if (kept.current === undefined || !isEqualJson(kept.current.value, value)) kept.current = { value };
    return kept.current.value;
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

/** The same object while nothing of it changed: a live cluster stays live from frame to frame. */
export function useFreshness(): Freshness {
  const realNowMs = useSeconds();
  return useEqualCluster((view) => freshnessOf(view, Math.max(realNowMs, view.heardAtMs ?? 0)));
}
