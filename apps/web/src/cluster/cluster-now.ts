import type { ClusterView } from "./cluster-store.ts";

/** Cluster time of a view at a real time: the server's clock, never the laptop's. */
export function clusterNowMs(view: Pick<ClusterView, "clusterAtMs" | "clockRate" | "heardAtMs">, realNowMs: number): number {
  return view.clusterAtMs + Math.max(0, realNowMs - (view.heardAtMs ?? realNowMs)) * view.clockRate;
}
