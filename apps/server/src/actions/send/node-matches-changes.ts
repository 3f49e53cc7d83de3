import type { Change } from "@daemonscope/daemonset/actions/changes/change";
import { isNodeChange, kindOfNodeChange } from "@daemonscope/daemonset/actions/changes/kinds/node-kinds";
import type { NodeFacts } from "@daemonscope/daemonset/actions/changes/plan-facts";

/** Reports whether the node already matches the changes. */
export const nodeMatchesChanges = (node: NodeFacts, changes: readonly Change[]): boolean =>
  changes.every((change) => isNodeChange(change) && kindOfNodeChange(change).operations?.(node, change)?.length === 0);
