/** Phase of a node update. `terminate`: the old pod ends and the new one is created. `start`: until it is Ready,
 *  including image pulls. `settle`: minReadySeconds. */
export type NodeUpdatePhase = "terminate" | "start" | "settle";

/** Duration of node updates, during which a node uses a budget slot, as measured on pods. Under maxSurge the old pod
 *  runs until the new one is available, so there is no `terminate` phase. */
export interface NodeUpdateStats {
  /** Number of measured node updates. The other numbers cover the last PACE_NODE_UPDATES of them. */
  readonly nodes: number;
  readonly medianMs: number;
  readonly meanMs: number;
  /** Standard deviation. */
  readonly deviationMs: number;
  readonly longestMs: number;
  /** The phase with the largest median. */
  readonly slowest: NodeUpdatePhase;
  readonly slowestMs: number;
}

/** Observed speed of a rollout (rule R24). */
export interface MeasuredRolloutPace {
  /** Start of the observation. The rollout may be older. */
  readonly sinceMs: number;
  /** Nodes that became updated and available per PACE_BUCKET_MS of cluster time, oldest first. The last count is
   *  never 0. At most PACE_BUCKETS. */
  readonly counts: readonly number[];
  /** Start of the first bucket: a multiple of PACE_BUCKET_MS. */
  readonly fromMs: number;
  /** Undefined until one node update was observed from the deletion of the old pod to its end. */
  readonly turn?: NodeUpdateStats;
}

export interface RolloutPace extends MeasuredRolloutPace {
  /** Nodes that want the DaemonSet and are not yet updated and available. */
  readonly remaining: number;
}

export const PACE_BUCKET_MS = 30_000;
export const PACE_BUCKETS = 20;
/** Number of node updates that are kept for the median. */
export const PACE_NODE_UPDATES = 200;

export const bucketStartMs = (atMs: number): number => Math.floor(atMs / PACE_BUCKET_MS) * PACE_BUCKET_MS;

/** Returns the time after which the reported period contains none of the measured buckets. */
export const paceEndsAtMs = ({ fromMs, counts }: MeasuredRolloutPace): number => fromMs + (counts.length + PACE_BUCKETS) * PACE_BUCKET_MS;
