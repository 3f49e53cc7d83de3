/** A part of a node's turn. `terminate`: the old pod ends and the new one is made. `start`: until it is Ready, images pulled. `settle`: minReadySeconds. */
export type TurnPhase = "terminate" | "start" | "settle";

/** How long nodes had a place of the budget in their turn, as their pods tell. Under maxSurge the old pod stands until the new one is available: there is no `terminate`. */
export interface MeasuredTurn {
  /** How many turns were measured; the numbers are of the last PACE_TURNS of them. */
  readonly nodes: number;
  readonly medianMs: number;
  readonly meanMs: number;
  /** Their standard deviation. */
  readonly deviationMs: number;
  readonly longestMs: number;
  /** The phase with the largest median. */
  readonly slowest: TurnPhase;
  readonly slowestMs: number;
}

/** How fast a rollout was seen to go (rule R24). */
export interface MeasuredPace {
  /** Since when it was watched; the rollout may be older. */
  readonly sinceMs: number;
  /** Nodes that became updated and available, by PACE_BUCKET_MS of cluster time, oldest first; the last is never 0. At most PACE_BUCKETS. */
  readonly counts: readonly number[];
  /** When the first of `counts` began: a multiple of PACE_BUCKET_MS. */
  readonly fromMs: number;
  /** Undefined while none was seen from its old pod's deletion to its end. */
  readonly turn?: MeasuredTurn;
}

export interface Pace extends MeasuredPace {
  /** Nodes that are wanted and not yet updated and available. */
  readonly remaining: number;
}

export const PACE_BUCKET_MS = 30_000;
export const PACE_BUCKETS = 20;
/** So many turns are kept for their median. */
export const PACE_TURNS = 200;

export const bucketStartMs = (atMs: number): number => Math.floor(atMs / PACE_BUCKET_MS) * PACE_BUCKET_MS;

/** From when on nothing of it lies within the time that is told of. */
export const paceEndsAtMs = ({ fromMs, counts }: MeasuredPace): number => fromMs + (counts.length + PACE_BUCKETS) * PACE_BUCKET_MS;
