import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { compareGroups, groupOf, zoneOf } from "../../data/rows/grouping.ts";

/** A pool or a zone with tainted nodes. `isWhole`: all its nodes have the taint. */
interface TaintedGroup {
  readonly name: string;
  readonly nodes: number;
  readonly isWhole: boolean;
}

export interface TaintedNodes {
  readonly pools: readonly TaintedGroup[];
  readonly zones: readonly TaintedGroup[];
}

function groupsOf(
  nodes: Iterable<NodeRecord>,
  tainted: ReadonlySet<NodeRecord>,
  nameOf: (node: NodeRecord) => string | undefined,
): readonly TaintedGroup[] {
  const groups = new Map<string, { nodes: number; all: number }>();
  for (const node of nodes) {
    const name = nameOf(node);
    if (name === undefined || name === "") continue;
    const group = groups.get(name) ?? { nodes: 0, all: 0 };
    group.all++;
    if (tainted.has(node)) group.nodes++;
    groups.set(name, group);
  }
  return [...groups]
    .filter(([, group]) => group.nodes > 0)
    .map(([name, group]) => ({ name, nodes: group.nodes, isWhole: group.nodes === group.all }))
    .sort((a, b) => b.nodes - a.nodes || compareGroups(a.name, b.name));
}

/** Returns the nodes with a taint, written as in kubectl. */
export const withTaint = (nodes: readonly NodeRecord[], taint: string): readonly NodeRecord[] =>
  nodes.filter(({ taints }) => taints.some((each) => taintText(each) === taint));

/** Returns the pools and zones of the nodes with a taint, most nodes first. */
export function taintedNodes(nodes: readonly NodeRecord[], taint: string): TaintedNodes {
  const tainted = new Set(withTaint(nodes, taint));
  return {
    pools: groupsOf(nodes, tainted, (node) => groupOf(node, "pool")),
    zones: groupsOf(nodes, tainted, zoneOf),
  };
}
