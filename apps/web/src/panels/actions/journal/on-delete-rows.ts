import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { DaemonSetPodsAnswer } from "@daemonscope/shared/http/answers";
import { compareGroups, type Grouping, groupOf } from "../../../data/rows/grouping.ts";

/** A pod that waits for a user: of an old revision and not terminating. */
interface OnDeleteRow {
  readonly node: string;
  readonly pod: string;
  readonly byte: number;
  readonly createdAtMs: number;
}

/** The old pods of nodes that share a label value, the oldest first. */
export interface OnDeleteGroup {
  readonly name: string;
  readonly rows: readonly OnDeleteRow[];
  /** Nodes of the group that run a pod, old or new. */
  readonly nodes: number;
}

/** Returns the waiting pods by group, the largest group first. O(pods × log pods). */
export function worklistGroups(
  { nodes }: Pick<DaemonSetPodsAnswer, "nodes">,
  recordOf: (node: string) => NodeRecord | undefined,
  grouping: Grouping,
): readonly OnDeleteGroup[] {
  const groups = new Map<string, { rows: OnDeleteRow[]; nodes: number }>();
  for (const { node, cell, pods } of nodes) {
    if (pods.length === 0) continue;
    const record = recordOf(node);
    const name = record === undefined ? "" : groupOf(record, grouping);
    const group = groups.get(name) ?? { rows: [], nodes: 0 };
    groups.set(name, group);
    group.nodes += 1;
    for (const { name: pod, updated, terminatingSinceMs, createdAtMs } of pods)
      if (updated === false && terminatingSinceMs === undefined) group.rows.push({ node, pod, byte: cell, createdAtMs });
  }
  return [...groups]
    .map(([name, { rows, nodes: count }]) => ({
      name,
      nodes: count,
      rows: rows.sort((a, b) => a.createdAtMs - b.createdAtMs || compareTexts(a.node, b.node)),
    }))
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => b.rows.length - a.rows.length || compareGroups(a.name, b.name));
}

/** Adds these pods to the selection, or removes them if all are selected. */
export function toggled(selected: ReadonlySet<string>, pods: readonly string[]): ReadonlySet<string> {
  const next = new Set(selected);
  const isAll = pods.every((pod) => next.has(pod));
  for (const pod of pods)
    if (isAll) next.delete(pod);
    else next.add(pod);
  return next;
}

/** Returns how many of the pods are selected: all, some or none. */
export function shareOf(selected: ReadonlySet<string>, pods: readonly string[]): "all" | "some" | "none" {
  const count = pods.filter((pod) => selected.has(pod)).length;
  return count === 0 ? "none" : count === pods.length ? "all" : "some";
}
