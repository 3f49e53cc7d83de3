import type { DaemonSetCounts } from "@daemonscope/kube/objects";
import type { Pair, SetFacts } from "../pair/pair.ts";
import { isAvailable, isUpdated } from "../pods/pod-facts.ts";

/** Contribution of one node to the numbers of a DaemonSet: one bit per number. */
export const TALLY = {
  desired: 1,
  scheduled: 2,
  ready: 4,
  available: 8,
  updated: 16,
  misscheduled: 32,
  /** A pod remains on a node that wants no new one. */
  kept: 64,
  /** A pod of a deleted node. Such a node is in no other number (C8). */
  stray: 128,
  /** Wanted, and the existing pod is of an old revision. */
  outdated: 256,
  /** A pod of the current revision fails or is refused, and was never healthy for long. */
  unsettled: 512,
  /** Kept on a node that is NotReady. */
  keptUnready: 1024,
  /** On a node that was NotReady before the current revision, or its pod of that revision, was created. */
  sickBefore: 2048,
  /** On a node that became NotReady since then, but not soon after a pod of the current revision arrived. */
  sickWithout: 4096,
  /** Outdated, not terminating, and uses no budget slot: waits for its node update. */
  queued: 8192,
  /** Wanted, and the existing pod is of the current revision and available: the result of a rollout on a node. */
  done: 16384,
  /** A pod of the current revision arrived while its node was Ready. The node still is, or became NotReady soon
   *  afterwards. */
  reached: 32768,
  /** Has a pod, is not `reached`, and was not NotReady before: a node that the current revision does not affect. */
  unreached: 65536,
  /** A pod of the current revision is available here: the first pod, or one next to an old pod. */
  well: 131072,
  /** A pod of the current revision is here: the first pod, or one next to an old pod. */
  current: 262144,
  /** The first pod is of the current revision, and the node is NotReady. */
  unreadyCurrent: 524288,
  /** The first pod is of another revision, and the node is NotReady. */
  unreadyOld: 1048576,
  /** In `unreadyCurrent`, and that pod is not available. */
  unreadyDown: 2097152,
  /** Has a pod, and the node's kubelet does not respond: Ready is Unknown. */
  silent: 4194304,
  /** The first pod is of the current revision, came with it, and has never been Ready. */
  neverReady: 8388608,
  /** Wanted and without an available pod, which the lifecycle of the node explains (N3). */
  byNode: 16777216,
  /** In `byNode`, and the node leaves or shuts down. */
  byLeavingNode: 33554432,
  /** In `byNode`, and the node joins. */
  byJoiningNode: 67108864,
  /** Outdated, and not terminating. */
  toDelete: 134217728,
} as const;

export type TallyField = keyof typeof TALLY;
export const TALLY_FIELDS = Object.keys(TALLY) as readonly TallyField[];
export type TallyTotals = Readonly<Record<TallyField, number>>;

/** Returns the bits that the controller's status counts, and `done`. The first pod of a node decides (C3), even a
 *  terminating one.
 *  Source: daemon_controller.go, updateDaemonSetStatus (rules C6–C9). */
export function statusTally({ verdict, pods }: Pair, set: SetFacts, nowMs: number): number {
  const first = pods[0];
  if (verdict !== "run") return first === undefined ? 0 : TALLY.misscheduled;
  if (first === undefined) return TALLY.desired;
  let tally = TALLY.desired | TALLY.scheduled;
  if (first.ready) tally |= TALLY.ready;
  const available = isAvailable(first, set.minReadySeconds, nowMs);
  const updated = isUpdated(first, { hash: set.currentHash, templateGeneration: set.templateGeneration });
  if (available) tally |= TALLY.available;
  if (updated) tally |= TALLY.updated;
  if (available && updated) tally |= TALLY.done;
  return tally;
}

/** Returns the DaemonSetStatus numbers of totals over all nodes. */
export function countsOf(totals: TallyTotals): DaemonSetCounts {
  return {
    desiredNumberScheduled: totals.desired,
    currentNumberScheduled: totals.scheduled,
    numberReady: totals.ready,
    updatedNumberScheduled: totals.updated,
    numberAvailable: totals.available,
    numberUnavailable: totals.desired - totals.available,
    numberMisscheduled: totals.misscheduled,
  };
}
