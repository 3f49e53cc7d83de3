import { hasFlag } from "@daemonscope/daemonset/pair/cell/cell";
import { appendTo } from "@daemonscope/kube/base/append-to";
import { type LaneId, laneOf } from "../../data/lanes/lanes.ts";
import { compareGroups, type Grouping } from "../../data/rows/grouping.ts";
import { groupsOver } from "../../data/rows/groupings.ts";
import type { GridNode } from "../../data/rows/node-cells.ts";

/** The nodes of one group whose pod has an old revision and waits for a manual deletion. */
export interface OutdatedPodGroup {
  readonly group: string;
  readonly nodes: readonly GridNode[];
}

/** Old pods that wait for a user, and nodes whose new pod is not available yet. */
export interface Worklist {
  readonly groups: readonly OutdatedPodGroup[];
  /** Excludes NotReady nodes, because waiting does not bring their pod. */
  readonly coming: number;
}

const COMING: ReadonlySet<LaneId> = new Set(["terminating", "gap", "created", "ready"]);

/** Under OnDelete: returns outdated pods by node, grouped, largest group first. A terminating pod is left out. */
export function outdatedPodGroups(nodes: readonly GridNode[], grouping: Grouping): Worklist {
  const groupOf = groupsOver(
    nodes.map(({ record }) => record),
    grouping,
  );
  const groups = new Map<string, GridNode[]>();
  let coming = 0;
  for (const node of nodes) {
    const { byte, record } = node;
    const lane = laneOf(byte);
    if (lane === undefined) continue;
    if (COMING.has(lane) && !hasFlag(byte, "nodeUnready")) coming++;
    if (lane === "gap" || lane === "terminating" || !hasFlag(byte, "oldRevision")) continue;
    const group = groupOf(record);
    appendTo(groups, group, node);
  }
  const listed = [...groups]
    .map(([group, nodes]) => ({ group, nodes }))
    .sort((a, b) => b.nodes.length - a.nodes.length || compareGroups(a.group, b.group));
  return { groups: listed, coming };
}
