/** A pod that fails, is deleted and comes again: what the controller does with each failed daemon pod of a node. */
export interface Rejections {
  /** Pods that failed, one after the other. */
  readonly count: number;
  /** Some of them were told by events, of which some get lost: there may have been more. */
  readonly atLeast?: true;
  /** Of the last: `OutOfcpu`, `NodePorts`, `Evicted`… */
  readonly reason: string;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /** When the controller deletes the next failed pod at the earliest. */
  readonly nextTryAtMs: number | undefined;
}

/** So many failures are a loop, and no accident. */
export const LOOP_FROM = 3;
