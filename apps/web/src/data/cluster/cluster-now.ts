/** The fields of a view that define the cluster's clock. */
interface ClusterTime {
  /** Real time at which the server sent its last data. */
  readonly lastReceivedAtMs: number | undefined;
  /** Cluster time at `lastReceivedAtMs`, and the rate of the clock. */
  readonly clusterAtMs: number;
  readonly clockRate: number;
}

/** Returns the cluster time of a view at a real time. The client's clock only measures the time since the last data. */
export function clusterNowMs(view: ClusterTime, realNowMs: number): number {
  return view.clusterAtMs + Math.max(0, realNowMs - (view.lastReceivedAtMs ?? realNowMs)) * view.clockRate;
}
