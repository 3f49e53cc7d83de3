/** A series of pods that fail, are deleted and are created again. The controller does this with each failed daemon
 *  pod of a node. */
export interface Rejections {
  /** Number of pods that failed, one after the other. */
  readonly count: number;
  /** Some failures are known from events only. Events can be lost, so there may have been more failures. */
  readonly atLeast?: true;
  /** Reason of the last failure: `OutOfcpu`, `NodePorts`, `Evicted`… */
  readonly reason: string;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** Earliest time at which the controller deletes the next failed pod. */
  readonly nextTryAtMs: number | undefined;
}

/** Number of failures from which they count as a loop. */
export const MIN_LOOP_REJECTIONS = 3;
