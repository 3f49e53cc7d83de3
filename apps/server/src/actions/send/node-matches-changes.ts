import { type Change, isNodeChange } from "@daemonscope/daemonset/actions/changes/change";
import { nodeOperations } from "@daemonscope/daemonset/actions/changes/node-change";
import type { NodeFacts } from "@daemonscope/daemonset/actions/changes/plan-facts";

/** Reports whether the node already matches the changes. */
export const nodeMatchesChanges = (node: NodeFacts, changes: readonly Change[]): boolean =>
  changes.every((change) => isNodeChange(change) && nodeOperations(node, change)?.length === 0);
