/** What a view tells of the cluster's clock. */
export interface ClusterClock {
  /** Real time of the last sign of the server. */
  readonly heardAtMs: number | undefined;
  /** Cluster time at `heardAtMs`, and how fast it runs. */
  readonly clusterAtMs: number;
  readonly clockRate: number;
}

/** Cluster time of a view at a real time: the server's clock, never the laptop's. */
export function clusterNowMs(view: ClusterClock, realNowMs: number): number {
  return view.clusterAtMs + Math.max(0, realNowMs - (view.heardAtMs ?? realNowMs)) * view.clockRate;
}
