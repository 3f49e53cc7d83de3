import { isPausing } from "@daemonscope/daemonset/managed/upgrade-controllers";
import type { LabelPool } from "@daemonscope/daemonset/placement/labels/label-coverage";
import type { DaemonSetKey, NodeRecord } from "@daemonscope/daemonset/records/records";
import { ownValue } from "@daemonscope/kube/base/own-value";
import type { LabelsAnswer } from "@daemonscope/shared/http/answers";
import { zoneOf } from "../../data/rows/grouping.ts";

interface CoverageColumn {
  readonly key: DaemonSetKey;
  /** Index in the answer. */
  readonly at: number;
  readonly isFamily: boolean;
}

/** Coverage of some nodes. */
interface Covered {
  readonly nodes: number;
  /** How many of the nodes each column wants. */
  readonly wants: readonly number[];
  /** Nodes that no DaemonSet of the family wants; none without a family. */
  readonly uncovered: number;
  /** The first names of the uncovered nodes, sorted. */
  readonly names: readonly string[];
}

/** A pool as a row. */
export interface CoverageRow extends Covered {
  /** Null: nodes without the label. */
  readonly value: string | null;
  readonly zones: readonly string[];
}

/** The pools that the server left out of its list. */
export interface LeftOutRow extends Covered {
  readonly pools: number;
}

export interface Coverage {
  readonly columns: readonly CoverageColumn[];
  readonly rows: readonly CoverageRow[];
  readonly leftOut: LeftOutRow | undefined;
  /** False if no DaemonSet is chosen: then no node is covered or uncovered. */
  readonly hasFamily: boolean;
  /** Number of nodes with the label. */
  readonly nodes: number;
  /** Number of nodes with the label that no DaemonSet of the family wants. */
  readonly uncovered: number;
  /** Number of nodes that a planned pause keeps off the family. */
  readonly paused: number;
}

/** Returns the zones of each value of a label. */
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

/** Returns pools with the count of nodes that each DaemonSet wants, the family's columns first. Nodes without the
 *  label are listed, but do not count as uncovered. Nor do nodes with a planned pause (rule R32). */
export function selectCoverage(
  { key: label, daemonSets, pools, leftOut }: Pick<LabelsAnswer, "key" | "daemonSets" | "pools" | "leftOut">,
  family: ReadonlySet<DaemonSetKey>,
  zones: ReadonlyMap<string | null, readonly string[]>,
): Coverage {
  const columns = daemonSets
    .map(({ key }, at) => ({ key, at, isFamily: family.has(key) }))
    .sort((a, b) => Number(b.isFamily) - Number(a.isFamily) || a.at - b.at);
  const members = new Set(columns.filter(({ isFamily }) => isFamily).map(({ at }) => at));
  const covered = ({ nodes, patterns }: Pick<LabelPool, "nodes" | "patterns">): Covered => {
    const without = members.size === 0 ? [] : patterns.filter(({ wantedBy }) => !wantedBy.some((at) => members.has(at)));
    return {
      nodes,
      wants: columns.map(({ at }) => patterns.reduce((sum, pattern) => sum + (pattern.wantedBy.includes(at) ? pattern.nodes : 0), 0)),
      uncovered: without.reduce((sum, pattern) => sum + pattern.nodes, 0),
      names: without.flatMap(({ names }) => names).sort(),
    };
  };
  let paused = 0;
  const rows = pools.map((pool) => {
    const { value } = pool;
    const found = covered(pool);
    const isPaused = label !== undefined && value !== null && isPausing(label, value);
    if (isPaused) paused += found.uncovered;
    return { ...found, ...(isPaused ? { uncovered: 0, names: [] } : {}), value, zones: zones.get(value) ?? [] };
  });
  const others = leftOut === undefined ? undefined : { ...covered(leftOut), pools: leftOut.pools };
  const labelled: readonly Covered[] = [...rows.filter(({ value }) => value !== null), ...(others === undefined ? [] : [others])];
  return {
    columns,
    rows,
    leftOut: others,
    hasFamily: members.size > 0,
    nodes: labelled.reduce((sum, { nodes }) => sum + nodes, 0),
    uncovered: labelled.reduce((sum, { uncovered }) => sum + uncovered, 0),
    paused,
  };
}
