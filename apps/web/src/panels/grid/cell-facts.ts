import { hasFailedUpgrade } from "@daemonscope/daemonset/managed/upgrade-controllers";
import { CELL_FLAGS, type CellByte, cellState, hasFlag } from "@daemonscope/daemonset/pair/cell/cell";
import type { BecomingAvailable, DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import type { PodAnswer } from "@daemonscope/words/answers/pod-answer";
import type { EligibilityOf } from "../../data/lens/use-eligibility.ts";
import type { GridNode } from "../../data/rows/node-cells.ts";
import type { CellTextInput } from "./cell-text.ts";

/** Looks up the facts of a node's cell beyond the cell byte: from the stream's record and, if they were fetched, from
 *  the pods. */
export interface CellFactsIndex {
  readonly factsOf: (node: GridNode, nowMs: number) => CellTextInput;
}

const NODE_FLAGS = CELL_FLAGS.nodeUnready;
const POD_FLAGS = CELL_FLAGS.oldRevision | CELL_FLAGS.terminating | CELL_FLAGS.twoPods;
/** States that one pod passes, in order. */
const STATE_ORDER = ["unscheduled", "starting", "ready", "available"];

/** Reports whether pods that were fetched with one cell can still belong to the current cell. The stream is ahead of
 *  the fetched pods: a new pod must not get the name and the age of the previous one. */
export function canKeepPods(fetchedWith: CellByte, now: CellByte): boolean {
  if ((fetchedWith & ~NODE_FLAGS) === (now & ~NODE_FLAGS)) return true;
  const hasSameFlags = (fetchedWith & POD_FLAGS) === (now & POD_FLAGS);
  const before = STATE_ORDER.indexOf(cellState(fetchedWith));
  return hasSameFlags && before >= 0 && STATE_ORDER.indexOf(cellState(now)) > before;
}

function shownPod(pods: readonly PodAnswer[], node: GridNode): PodAnswer | undefined {
  const newPod = hasFlag(node.byte, "twoPods") ? pods.find((pod) => pod.updated && pod.terminatingSinceMs === undefined) : undefined;
  return newPod ?? pods[0];
}

/** Indexes the cells of a DaemonSet by node name. `isAwaited`: the server is still reading pods. */
export function cellFactsIndex(
  record: DaemonSetRecord,
  answer: Pick<DaemonSetPodsAnswer, "nodes"> | undefined,
  eligibilityOf: EligibilityOf,
  isAwaited = false,
): CellFactsIndex {
  const readying = new Map<string, BecomingAvailable>(record.readying.map((each) => [each.node, each]));
  const holds = new Map(record.budget.holders.flatMap((group) => group.nodes.map((node) => [node, group] as const)));
  const causes = new Map(record.causes.flatMap((cause) => cause.nodes.map((node) => [node, cause] as const)));
  const fetched = new Map((answer?.nodes ?? []).map((entry) => [entry.node, entry]));
  const podsOf = (node: GridNode): readonly PodAnswer[] => {
    const entry = fetched.get(node.name);
    return entry === undefined || !canKeepPods(entry.cell, node.byte) ? [] : entry.pods;
  };
  return {
    factsOf: (node, nowMs) => ({
      byte: node.byte,
      record: node.record,
      pod: shownPod(podsOf(node), node),
      hold: holds.get(node.name) ?? causes.get(node.name),
      excludedBy: cellState(node.byte) === "excluded" ? eligibilityOf(node.name) : undefined,
      availableAtMs: readying.get(node.name)?.availableAtMs,
      isAwaited,
      isUpgradeFailed: record.managedBy !== undefined && hasFailedUpgrade(record.managedBy.controller, node.record.labels),
      nowMs,
    }),
  };
}
