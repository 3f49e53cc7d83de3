import type { NodePause } from "@daemonscope/daemonset/managed/upgrade-controllers";
import type { Placement, PlacementCheck, PlacementVerdict } from "@daemonscope/daemonset/placement/placement";
import type { UpgradeController } from "@daemonscope/daemonset/records/managed-rollout";
import type { NodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import type { Ownership } from "@daemonscope/daemonset/records/ownership";
import { exclusionReason } from "../english/check-text.ts";
import { type AnswerHead, answerHead } from "./answer-kind.ts";
import type { CauseEntry } from "./cause-entry.ts";
import type { LifecycleEntry } from "./lifecycle-entry.ts";
import { type OwnerEntry, ownerEntry } from "./owner-entry.ts";
import type { PairPod } from "./pair-pod.ts";

/** One node × DaemonSet as `daemonscope explain -o json` prints it. Its schema is
 *  apps/server/src/cli/query/explain.schema.json. */
export interface ExplainEntry extends AnswerHead<"Placement"> {
  readonly node: string;
  readonly namespace: string;
  readonly daemonSet: string;
  readonly verdict: PlacementVerdict;
  readonly shouldRun: boolean;
  readonly shouldContinueRunning: boolean;
  readonly checks: readonly PlacementCheck[];
  /** The decisive check in one sentence. */
  readonly why: string;
  /** The owner of the DaemonSet. Absent if no tool is known to own it. */
  readonly owner?: OwnerEntry;
  /** The controller that replaces the pods of the DaemonSet under OnDelete. */
  readonly replacedBy?: UpgradeController;
  /** The part of its life in which the node is. Absent if it is ready. */
  readonly lifecycle?: LifecycleEntry;
  /** The controller that keeps the node off the DaemonSet during its work. Absent if there is none. */
  readonly pausedBy?: NodePause;
  /** The pods of the pair, in the controller's order. Absent if they were not read. */
  readonly pods?: readonly PairPod[];
  /** Why the pair has no available pod, or an unwanted one. Absent if nothing is wrong, or if pods were not read. */
  readonly cause?: CauseEntry;
  /** Time of the recorded state, in RFC 3339. Absent for live data. */
  readonly asOf?: string;
}

/** The reason for a pair that passes each check. */
const EVERY_CHECK_PASSED = "every check passed";

/** The controller creates no pod for a DaemonSet with a deletionTimestamp (rule R30). */
export const BEING_DELETED = "nothing is wanted: the DaemonSet is being deleted";

/** Returns the proof of one pair, with the names that the DaemonSet controller uses (rule P1). */
export function explainEntry(
  daemonSet: { readonly namespace: string; readonly name: string; readonly deletionTimestamp?: string; readonly ownership?: Ownership },
  node: string,
  placement: Placement,
  lifecycle?: NodeLifecycle,
): ExplainEntry {
  const { verdict, checks } = placement;
  return {
    ...answerHead("Placement"),
    node,
    namespace: daemonSet.namespace,
    daemonSet: daemonSet.name,
    verdict,
    shouldRun: verdict === "run",
    shouldContinueRunning: verdict !== "exclude",
    checks,
    why: daemonSet.deletionTimestamp !== undefined ? BEING_DELETED : (exclusionReason(placement, lifecycle) ?? EVERY_CHECK_PASSED),
    ...(daemonSet.ownership === undefined ? {} : { owner: ownerEntry(daemonSet.ownership) }),
  };
}
