import type { DaemonSetUpdateStrategy, KubeDaemonSet } from "@daemonscope/kube/objects";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import type { StrategyReversal } from "../records/ownership.ts";
import { ownerThatChanged } from "./owner-revision.ts";
import { ownershipOf } from "./ownership.ts";

/** The last observed change of an update strategy. No object holds the strategy before it. */
export interface StrategyChange {
  readonly before: DaemonSetUpdateStrategy;
  /** Present if the change was a reversal by the owner. */
  readonly reversal?: StrategyReversal;
}

/** Returns the last change after an update of a DaemonSet. The owner reverted an edit if it returned to the strategy
 *  before it, and if another manager certainly made that edit (rule R33). */
export function nextStrategyChange(
  last: StrategyChange | undefined,
  previous: KubeDaemonSet,
  daemonSet: KubeDaemonSet,
  nowMs: number,
): StrategyChange | undefined {
  const { updateStrategy: before } = previous.spec;
  const { updateStrategy } = daemonSet.spec;
  if (isEqualJson(before, updateStrategy)) return last;
  const { strategyManager: changedBy } = daemonSet;
  const { strategyManager: editedBy } = previous;
  if (last === undefined || changedBy === undefined || editedBy === undefined || !isEqualJson(last.before, updateStrategy))
    return { before };
  const ownership = ownershipOf(daemonSet);
  if (ownership === undefined || ownerThatChanged({ ownership, changedBy: editedBy }) !== undefined) return { before };
  const owner = ownerThatChanged({ ownership, changedBy });
  return owner === undefined ? { before } : { before, reversal: { owner, atMs: nowMs } };
}
