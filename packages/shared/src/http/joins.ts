import type { JoinTimes } from "@daemonscope/daemonset/model/join-times";

/** Times from join to ready of a DaemonSet on the nodes of a pool, and the slowest DaemonSet of this pool. */
export interface PoolJoins extends Omit<JoinTimes, "daemonSet"> {
  readonly slowestAgent: { readonly daemonSet: string; readonly p99Ms: number };
}

/** Answer of GET /api/joins?namespace=&daemonSet=: pools with nodes that joined in the last day, most nodes first. */
export interface JoinsAnswer {
  readonly at: number;
  readonly pools: readonly PoolJoins[];
}
