import { NodeGroups } from "../../budget/group-nodes.ts";
import type { Cause } from "../../records/records.ts";
import { BY_CAUSE, causesOfGroups, type NodeCause } from "./derive-causes.ts";

/** Groups the nodes with a problem by its cause, largest first. O(causes). */
export function groupCauses(causes: Iterable<readonly [node: string, cause: NodeCause]>): readonly Cause[] {
  const groups = new NodeGroups(BY_CAUSE);
  for (const [node, found] of causes) groups.add(found, node, found.sinceMs);
  return causesOfGroups(groups.list());
}
