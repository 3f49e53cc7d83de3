import type { DaemonSetKey, NodeRecord } from "@daemonscope/daemonset/model/records";
import { ownValue } from "@daemonscope/kube/node-affinity";
import type { LabelsAnswer } from "@daemonscope/shared/http/answers";
import { zoneOf } from "../grid/grouping.ts";

export interface CoverageColumn {
  readonly key: DaemonSetKey;
  readonly at: number;
  readonly isFamily: boolean;
}

/** A pool as a row. */
export interface CoverageRow {
  /** Null: nodes without the label. */
  readonly value: string | null;
  readonly nodes: number;
  readonly zones: readonly string[];
  /** How many of its nodes each column wants. */
  readonly wants: readonly number[];
  /** Nodes that no DaemonSet of the family wants. */
  readonly uncovered: number;
  /** The first of them. */
  readonly names: readonly string[];
}

export interface Coverage {
  readonly columns: readonly CoverageColumn[];
  readonly rows: readonly CoverageRow[];
  /** Of the nodes that have the label. */
  readonly nodes: number;
  readonly uncovered: number;
}

/** The zones of each value of a label. */
export function zonesByValue(nodes: Iterable<NodeRecord>, key: string): ReadonlyMap<string | null, readonly string[]> {
  const zones = new Map<string | null, Set<string>>();
  for (const node of nodes) {
    const value = ownValue(node.labels, key) ?? null;
    const zone = zoneOf(node);
    const found = zones.get(value) ?? new Set();
    if (zone !== undefined) found.add(zone);
    zones.set(value, found);
  }
  return new Map([...zones].map(([value, found]) => [value, [...found].sort()]));
}

/** Pools with who wants how many of their nodes: the family's columns first. A node without the label is told of, but is not the family's business. */
export function selectCoverage(
  { daemonSets, pools }: Pick<LabelsAnswer, "daemonSets" | "pools">,
  family: ReadonlySet<DaemonSetKey>,
  zones: ReadonlyMap<string | null, readonly string[]>,
): Coverage {
  const columns = daemonSets
    .map(({ key }, at) => ({ key, at, isFamily: family.has(key) }))
    .sort((a, b) => Number(b.isFamily) - Number(a.isFamily) || a.at - b.at);
  const members = new Set(columns.filter(({ isFamily }) => isFamily).map(({ at }) => at));
  const rows = pools.map(({ value, nodes, patterns }) => {
    const without = patterns.filter(({ wantedBy }) => !wantedBy.some((at) => members.has(at)));
    return {
      value,
      nodes,
      zones: zones.get(value) ?? [],
      wants: columns.map(({ at }) => patterns.reduce((sum, pattern) => sum + (pattern.wantedBy.includes(at) ? pattern.nodes : 0), 0)),
      uncovered: without.reduce((sum, pattern) => sum + pattern.nodes, 0),
      names: without.flatMap(({ names }) => names).sort(),
    };
  });
  const labelled = rows.filter(({ value }) => value !== null);
  return {
    columns,
    rows,
    nodes: labelled.reduce((sum, { nodes }) => sum + nodes, 0),
    uncovered: labelled.reduce((sum, { uncovered }) => sum + uncovered, 0),
  };
}
