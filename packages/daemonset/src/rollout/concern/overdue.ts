import type { GroupedNodes, GroupKey } from "../../budget/group-nodes.ts";
import type { CauseDetail } from "../../records/cause-fact.ts";
import { causeKey, isSameCause } from "../../records/cause-key.ts";
import type { NodeCause } from "./derive-causes.ts";
import type { StallTimeouts } from "./detect-stall.ts";

/** Nodes without an available pod for longer than is ordinary, with the same cause (rule R22). */
export interface OverdueGroup {
  readonly cause: NodeCause["cause"];
  readonly detail?: CauseDetail;
  /** The node itself is not Ready. */
  readonly isNodeUnready: boolean;
  readonly count: number;
  readonly nodes: readonly string[];
  readonly sinceMs: number | undefined;
}

/** Overdue nodes in groups: largest first, then by key. */
export interface OverdueNodeList {
  readonly overdue: readonly OverdueGroup[];
  /** When time alone makes the next one overdue. */
  readonly nextAtMs: number | undefined;
}

export type Late = Pick<NodeCause, "state" | "cause">;
const isUnready = ({ state }: Late): boolean => state === "nodeUnready";

export const BY_OVERDUE_CAUSE: GroupKey<Late> = {
  keyOf: (late) => `${isUnready(late)} ${causeKey(late.cause)}`,
  isOne: (a, b) => isUnready(a) === isUnready(b) && isSameCause(a.cause, b.cause),
};

/** Returns the start of the patience; undefined if it is unknown. */
export const overdueSinceMs = ({ fromMs, sinceMs }: NodeCause): number | undefined => fromMs ?? sinceMs;

/** Returns how long a temporary problem is ordinary. */
export const timeLimitMs = (patience: StallTimeouts, kind: "slow" | "lasting"): number =>
  kind === "slow" ? patience.slowMs : patience.lastingMs;

export function overdueGroup({ value, count, nodes, sinceMs }: GroupedNodes<Late>): OverdueGroup {
  return { cause: value.cause, isNodeUnready: isUnready(value), count, nodes, sinceMs };
}
