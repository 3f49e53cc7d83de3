import type { CauseFact } from "./cause-fact.ts";

/** What uses one unit of the budget on a node, in the controller's terms (rules B1–B6). */
export type HolderReason =
  | "noPod" // wanted, and no live pod: none yet, or only a terminating one
  | "terminating"
  | "newUnavailable" // the pod of the current revision is not available
  | "oldUnavailable" // the old pod is not available; replaced whatever the budget says
  | "twoPods" // an old and a new pod on the node (maxSurge)
  | "extraPods"; // two pods of one kind: the controller clears up first

/** Units held for one cause, as a person would group them. */
export interface HolderGroup {
  readonly reason: HolderReason;
  readonly cause: CauseFact;
  readonly count: number;
  /** Sorted by name; at most HOLDER_NODES_LIMIT of them. */
  readonly nodes: readonly string[];
  /** Since when the oldest of them holds it; milliseconds since the epoch. */
  readonly sinceMs: number | undefined;
  /** When it ends by itself (grace period, minReadySeconds); absent if it does not. */
  readonly endsAtMs?: number;
  /** Present when waiting does not end it: a failing pod, the scheduler's refusal, a node that does not come back. */
  readonly lasting?: true;
}

export const HOLDER_NODES_LIMIT = 50;

/** What the update strategy allows, and who uses it. `used` may exceed `allowed`: old unavailable pods are not limited by it. */
export interface Budget {
  /** `none`: OnDelete. `unknown`: what uses it was not read. */
  readonly kind: "maxUnavailable" | "maxSurge" | "none" | "unknown";
  /** As written in the spec: `10%`, `1`; `` for none and unknown. */
  readonly spec: string;
  readonly allowed: number;
  readonly used: number;
  /** Largest first, then by the key of the cause; their counts sum to `used`. */
  readonly holders: readonly HolderGroup[];
}

export const UNKNOWN_BUDGET: Budget = { kind: "unknown", spec: "", allowed: 0, used: 0, holders: [] };
