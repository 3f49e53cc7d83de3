import type { CauseDetail, CauseFact } from "./cause-fact.ts";

/** Reason why a node uses one budget slot, in the controller's terms (rules B1–B6). */
export type HolderReason =
  | "noPod" // wanted, and no pod exists yet
  | "terminating" // the node has only a terminating pod
  | "newUnavailable" // the pod of the current revision is not available
  | "oldUnavailable" // the old pod is not available; it is replaced regardless of the budget
  | "twoPods" // an old and a new pod on the node (maxSurge)
  | "extraPods"; // two pods of one kind: the controller first deletes the extra one

/** Budget slots in use for one cause, grouped for the user. */
export interface HolderGroup {
  readonly reason: HolderReason;
  readonly cause: CauseFact;
  /** Facts about the occurrence on the first node. Absent if there are none. */
  readonly detail?: CauseDetail;
  readonly count: number;
  /** Sorted by name; at most HOLDER_NODES_LIMIT. */
  readonly nodes: readonly string[];
  /** Start of the oldest use, in milliseconds since the epoch. */
  readonly sinceMs: number | undefined;
  /** Latest time of the next event on these nodes: a pod becomes available, or its grace period ends. Absent if one
   *  node has none. */
  readonly endsAtMs?: number;
  /** Present if waiting does not end the use: a failing pod, a scheduler refusal, a node that stays NotReady. */
  readonly lasting?: true;
}

/** Limit of the node names in a group. */
export const HOLDER_NODES_LIMIT = 50;

/** The budget of the update strategy and its holders. `used` may exceed `allowed`, because it does not limit old
 *  unavailable pods. */
export interface Budget {
  /** `none`: OnDelete. `unknown`: nodes or pods were not read. */
  readonly kind: "maxUnavailable" | "maxSurge" | "none" | "unknown";
  /** As written in the spec: `10%`, `1`. Empty for none and unknown. */
  readonly spec: string;
  readonly allowed: number;
  readonly used: number;
  /** Largest first, then by the key of the cause. The counts sum to `used`. */
  readonly holders: readonly HolderGroup[];
}

export const UNKNOWN_BUDGET: Budget = { kind: "unknown", spec: "", allowed: 0, used: 0, holders: [] };
