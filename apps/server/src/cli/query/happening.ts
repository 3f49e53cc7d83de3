/** One event of a DaemonSet's history. */
export interface Happening {
  readonly atMs: number;
  /** The type of a timeline event, or `eligibilityChanged`, `created`, `deleting`, `deleted`, `revision`,
   *  `upgradeFailed` or `event`. */
  readonly type: string;
  /** `namespace/name`; absent for an event of nodes. */
  readonly daemonSet?: string;
  readonly pod?: string;
  readonly nodes?: readonly string[];
  /** The reason of an event of the API, and how often it was reported. */
  readonly reason?: string;
  readonly count?: number;
  /** The time of the last of several joined events. */
  readonly lastAtMs?: number;
  readonly message: string;
}

/** A range of time, both ends included, in milliseconds since the epoch. */
export interface HistoryRange {
  readonly fromMs: number;
  readonly toMs: number;
}

const NODES_SHOWN = 5;

/** Returns `a, b` or `a, b, c, d, e and 7 more`. */
export const nodeList = (nodes: readonly string[]): string =>
  nodes.length <= NODES_SHOWN ? nodes.join(", ") : `${nodes.slice(0, NODES_SHOWN).join(", ")} and ${nodes.length - NODES_SHOWN} more`;
