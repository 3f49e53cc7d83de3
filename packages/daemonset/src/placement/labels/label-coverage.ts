import { appendTo } from "@daemonscope/kube/base/append-to";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { ownValue } from "@daemonscope/kube/base/own-value";
import { DEFAULT_GATES, type MatchingGates } from "@daemonscope/kube/matching/toleration";
import type { PodTemplateSummary } from "@daemonscope/kube/objects";
import { ClassVerdicts, type NodeClass, NodeClasses } from "../node-classes.ts";
import type { PlacementNode } from "../placement-node.ts";
import { matchesNodeName } from "../required-labels.ts";

export interface LabelKey {
  readonly key: string;
  /** Number of different values. */
  readonly values: number;
  /** Number of nodes that have it. */
  readonly nodes: number;
  /** Indexes of the templates whose node selector or affinity requires it. */
  readonly users: readonly number[];
}

/** Nodes of a pool that the same templates want. */
export interface CoveragePattern {
  /** Indexes of templates, ascending. */
  readonly wantedBy: readonly number[];
  readonly nodes: number;
  /** Sorted, at most MAX_NAMES. */
  readonly names: readonly string[];
}

/** The nodes that share a value of the key. Null: nodes without the key. */
export interface LabelPool {
  readonly value: string | null;
  readonly nodes: number;
  readonly patterns: readonly CoveragePattern[];
}

export const MAX_NAMES = 50;
/** A key with more values identifies nodes rather than pools. */
const POOL_VALUES_LIMIT = 60;

/** Returns the label keys that a template requires of nodes. */
function requiredKeys({ nodeSelector, requiredNodeAffinity }: PodTemplateSummary): ReadonlySet<string> {
  const expressions = (requiredNodeAffinity?.nodeSelectorTerms ?? []).flatMap((term) => term.matchExpressions ?? []);
  return new Set([...Object.keys(nodeSelector), ...expressions.map(({ key }) => key)]);
}

/** Reports whether a key divides nodes into pools: neither one value for all nodes nor one for each, and at most
 *  `POOL_VALUES_LIMIT` values. */
const dividesNodes = ({ values, nodes }: LabelKey, all: number): boolean =>
  nodes > 0 && values <= POOL_VALUES_LIMIT && (values < nodes || nodes <= 2) && (values > 1 || nodes < all);

/** Returns all label keys of the nodes, and those that templates require although no node has them. O(nodes ×
 *  labels). The most useful keys are first: keys that divide nodes into pools and that templates require, then other
 *  dividing keys, then other required keys. Within a rank, more users, more nodes and fewer values are first. */
export function labelKeys(nodes: readonly PlacementNode[], templates: readonly PodTemplateSummary[]): readonly LabelKey[] {
  const counts = new Map<string, { readonly values: Set<string>; nodes: number }>();
  const countOf = (key: string) => {
    let count = counts.get(key);
    if (count === undefined) {
      count = { values: new Set(), nodes: 0 };
      counts.set(key, count);
    }
    return count;
  };
  for (const { labels } of nodes)
    for (const [key, value] of Object.entries(labels)) {
      const count = countOf(key);
      count.values.add(value);
      count.nodes++;
    }
  const users = new Map<string, number[]>();
  templates.forEach((template, at) => {
    for (const key of requiredKeys(template)) {
      countOf(key);
      appendTo(users, key, at);
    }
  });
  const all = [...counts].map(([key, { values, nodes: having }]) => ({
    key,
    values: values.size,
    nodes: having,
    users: users.get(key) ?? [],
  }));
  const rank = (key: LabelKey): number => (dividesNodes(key, nodes.length) ? (key.users.length > 0 ? 0 : 1) : key.users.length > 0 ? 2 : 3);
  return all.sort(
    (a, b) =>
      rank(a) - rank(b) || b.users.length - a.users.length || b.nodes - a.nodes || a.values - b.values || compareTexts(a.key, b.key),
  );
}

/** Groups the nodes by their value of a label key, and by the templates that want them. Taints count, as for desired
 *  (rules P1–P10). Most nodes first; nodes without the key are last. O(nodes + classes of nodes × templates). */
export function labelPools(
  nodes: readonly PlacementNode[],
  templates: readonly PodTemplateSummary[],
  key: string,
  gates: MatchingGates = DEFAULT_GATES,
): readonly LabelPool[] {
  const classes = new NodeClasses();
  for (const template of templates) classes.mention(template);
  const verdicts = templates.map((template) => new ClassVerdicts(template, gates));
  const byName = templates.some(matchesNodeName);
  const wantedByClass = new Map<NodeClass, readonly number[]>();
  const wantedOn = (node: PlacementNode): readonly number[] => {
    const nodeClass = classes.classOf(node);
    const known = byName ? undefined : wantedByClass.get(nodeClass);
    if (known !== undefined) return known;
    const wantedBy = [...verdicts.keys()].filter((at) => verdicts[at]?.on(node, nodeClass) === "run");
    wantedByClass.set(nodeClass, wantedBy);
    return wantedBy;
  };
  const pools = new Map<string | null, Map<string, { readonly wantedBy: readonly number[]; readonly names: string[] }>>();
  for (const node of nodes) {
    const value = ownValue(node.labels, key) ?? null;
    const wantedBy = wantedOn(node);
    const patterns = pools.get(value) ?? new Map();
    const pattern = patterns.get(wantedBy.join()) ?? { wantedBy, names: [] };
    pattern.names.push(node.name);
    patterns.set(wantedBy.join(), pattern);
    pools.set(value, patterns);
  }
  return [...pools]
    .map(([value, patterns]) => ({
      value,
      nodes: [...patterns.values()].reduce((sum, { names }) => sum + names.length, 0),
      patterns: [...patterns.values()]
        .map(({ wantedBy, names }) => ({ wantedBy, nodes: names.length, names: names.sort().slice(0, MAX_NAMES) }))
        .sort((a, b) => b.nodes - a.nodes || compareTexts(a.names[0] ?? "", b.names[0] ?? "")),
    }))
    .sort((a, b) => Number(a.value === null) - Number(b.value === null) || b.nodes - a.nodes || compareTexts(a.value ?? "", b.value ?? ""));
}
