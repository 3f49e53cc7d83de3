import { hasFlag } from "@daemonscope/daemonset/cell/cell";
import { type Grouping, groupOf } from "../grid/grouping.ts";
import type { GridNode } from "../grid/select-groups.ts";
import { laneOf } from "./lanes.ts";

/** The nodes of one group whose pod is of an old revision and waits to be deleted by hand. */
export interface WorklistGroup {
  readonly group: string;
  readonly nodes: readonly string[];
}

/** Under OnDelete: outdated pods by node, grouped, the group with most first. A pod that terminates already is done. */
export function selectWorklist(nodes: readonly GridNode[], grouping: Grouping): readonly WorklistGroup[] {
  const groups = new Map<string, string[]>();
  for (const { name, byte, record } of nodes) {
    const lane = laneOf(byte);
    if (lane === undefined || lane === "gap" || lane === "terminating" || !hasFlag(byte, "oldRevision")) continue;
    const group = groupOf(record, grouping);
    groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups]
    .map(([group, names]) => ({ group, nodes: names }))
    .sort((a, b) => b.nodes.length - a.nodes.length || (a.group < b.group ? -1 : 1));
}
