import { hasFlag } from "@daemonscope/daemonset/cell/cell";
import { laneOf } from "../lanes/lanes.ts";
import { type Grouping, groupOf } from "../rows/grouping.ts";
import type { GridNode } from "../rows/node-cells.ts";

/** The nodes of one group whose pod is of an old revision and waits to be deleted by hand. */
export interface WorklistGroup {
  readonly group: string;
  readonly nodes: readonly GridNode[];
}

/** Under OnDelete: outdated pods by node, grouped, the group with most first. A pod that terminates already is done. */
export function selectWorklist(nodes: readonly GridNode[], grouping: Grouping): readonly WorklistGroup[] {
  const groups = new Map<string, GridNode[]>();
  for (const node of nodes) {
    const { byte, record } = node;
    const lane = laneOf(byte);
    if (lane === undefined || lane === "gap" || lane === "terminating" || !hasFlag(byte, "oldRevision")) continue;
    const group = groupOf(record, grouping);
    const known = groups.get(group);
    if (known === undefined) groups.set(group, [node]);
    else known.push(node);
  }
  return [...groups]
    .map(([group, nodes]) => ({ group, nodes }))
    .sort((a, b) => b.nodes.length - a.nodes.length || (a.group < b.group ? -1 : 1));
}
