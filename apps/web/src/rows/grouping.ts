import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { ownValue } from "@daemonscope/kube/own-value";
import { LABELS, POOL_LABELS } from "@daemonscope/kube/well-known";

/** How nodes are grouped: `pool`, `zone`, or `label:` and a label key. */
export type Grouping = string;

const ZONE_LABELS = [LABELS.zone, "failure-domain.beta.kubernetes.io/zone"] as const;

/** The group of nodes that have no value. */
export const NO_GROUP = "";

/** Before the label key of a grouping. */
export const LABEL_PREFIX = /^label:/;

type Labelled = Pick<NodeRecord, "labels">;

const firstOf = (node: Labelled, keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const value = ownValue(node.labels, key);
    if (value !== undefined && value !== "") return value;
  }
  return undefined;
};

function roleOf(node: Labelled): string | undefined {
  const roles = Object.keys(node.labels)
    .filter((key) => key.startsWith(LABELS.rolePrefix) && key.length > LABELS.rolePrefix.length)
    .map((key) => key.slice(LABELS.rolePrefix.length))
    .sort();
  return roles[0];
}

export const zoneOf = (node: Labelled): string | undefined => firstOf(node, ZONE_LABELS);

/** The group that a node is in; NO_GROUP when it has no value for the grouping. A node without a pool label is in the pool of its role. */
export function groupOf(node: Labelled, grouping: Grouping): string {
  if (grouping === "pool") return firstOf(node, POOL_LABELS) ?? roleOf(node) ?? NO_GROUP;
  if (grouping === "zone") return zoneOf(node) ?? NO_GROUP;
  return ownValue(node.labels, grouping.replace(LABEL_PREFIX, "")) ?? NO_GROUP;
}

/** A label with more values than this is an identity, not a group. */
const MAX_VALUES = 60;

/** The groupings worth offering: pool, zone, then every label key that splits the nodes into few groups, sorted. */
export function groupingsOf(nodes: Iterable<Labelled>): readonly Grouping[] {
  const values = new Map<string, Set<string>>();
  let total = 0;
  for (const { labels } of nodes) {
    total++;
    for (const key of Object.keys(labels)) {
      const seen = values.get(key);
      if (seen === undefined) values.set(key, new Set([labels[key] ?? ""]));
      else if (seen.size <= MAX_VALUES) seen.add(labels[key] ?? "");
    }
  }
  const keys = [...values].filter(
    ([, seen]) => seen.size <= MAX_VALUES && (seen.size > 1 || total === 1) && seen.size < Math.max(2, total),
  );
  return ["pool", "zone", ...keys.map(([key]) => `label:${key}`).sort()];
}
