import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import type { ClusterReading } from "@daemonscope/daemonset/model/cluster-reading";
import { assertNever } from "@daemonscope/kube/base/assert-never";
import { isEqualJson } from "@daemonscope/kube/values/equal-json";
import type { ActionRecord, ActionState, NoUndo, UndoMismatch } from "@daemonscope/shared/http/actions";
import { noUndo } from "../plan/no-undo.ts";
import { nodeMatchesChanges } from "../send/node-matches-changes.ts";
import type { AppliedState } from "./applied-state.ts";

/**
 * Returns the reason why an action cannot be undone; undefined while the objects are as it left them. A watch that is
 * behind or not read yet is no evidence against an undo.
 */
export function undoBlocker(reading: ClusterReading, state: ActionState, { daemonSets, nodes }: AppliedState): NoUndo | undefined {
  if (state.kind === "refused") return noUndo("nothingDone");
  if (state.kind === "sent" || state.kind === "unknown") return noUndo("unclear");
  if (!reading.isRead("nodes") || !reading.isRead("controllerrevisions")) return undefined;
  for (const [key, { uid, generation }] of Object.entries(daemonSets)) {
    const record = reading.daemonSetRecord(key);
    if (record === undefined || record.uid !== uid) return noUndo("gone", key);
    if (record.generation > generation) return noUndo("changed", key);
  }
  if (state.kind !== "done") return undefined;
  for (const { name, uid, changes } of nodes) {
    const node = reading.nodeRecord(name);
    if (node === undefined || node.uid !== (uid ?? node.uid)) return noUndo("gone", name);
    if (!nodeMatchesChanges(node, changes)) return noUndo("changed", name);
  }
  return undefined;
}

/**
 * Returns the reason why these steps do not undo an action; undefined if they do. `undo`: the current undo of the
 * action, or undefined without such an action.
 */
export function undoMismatch(undo: ActionRecord["undo"] | undefined, steps: readonly Step[]): UndoMismatch | undefined {
  if (undo === undefined) return { code: "noAction", why: "there is no such action" };
  switch (undo.kind) {
    case "undone":
      return { code: "undone", why: "it was taken back already" };
    case "none":
      return undo;
    case "steps":
      return isEqualJson(undo.steps, steps) ? undefined : { code: "otherSteps", why: "these are not the steps that take it back" };
    default:
      return assertNever(undo);
  }
}
