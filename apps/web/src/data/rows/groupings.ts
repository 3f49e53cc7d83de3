import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { type Grouping, groupOf, type Labelled, NO_GROUP, OTHER_VALUES } from "./grouping.ts";

/** More groups are hard to read and slow to render. */
export const MAX_GROUPS = 60;

/** Returns the group of a node. */
export type GroupOf = (node: Labelled) => string;

const valueGroupings = new Map<Grouping, GroupOf>();

/** Returns one group per value. The function is the same for the same grouping. */
function valueGroups(grouping: Grouping): GroupOf {
  const known = valueGroupings.get(grouping);
  if (known !== undefined) return known;
  const byValue: GroupOf = (node) => groupOf(node, grouping);
  valueGroupings.set(grouping, byValue);
  return byValue;
}

/**
 * Returns how nodes are grouped: by value, or, beyond `MAX_GROUPS` values, the most common ones and all others as one.
 * Nodes without a value keep their group. O(nodes).
 */
export function groupsOver(nodes: Iterable<Labelled | undefined>, grouping: Grouping): GroupOf {
  const byValue = valueGroups(grouping);
  const counts = new Map<string, number>();
  for (const node of nodes) {
    if (node === undefined) continue;
    const value = byValue(node);
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  if (counts.size <= MAX_GROUPS) return byValue;
  counts.delete(NO_GROUP);
  const common = [...counts].sort(([a, m], [b, n]) => n - m || compareTexts(a, b)).slice(0, MAX_GROUPS - 1);
  const separateGroups = new Set([NO_GROUP, ...common.map(([value]) => value)]);
  return (node) => {
    const value = byValue(node);
    return separateGroups.has(value) ? value : OTHER_VALUES;
  };
}

/**
 * Returns the groupings that a key press steps through: pool, zone, then the sorted label keys that form a few groups.
 * O(nodes × labels).
 */
export function groupingsOf(nodes: Iterable<Labelled>): readonly Grouping[] {
  const values = new Map<string, Set<string>>();
  let total = 0;
  for (const { labels } of nodes) {
    total++;
    for (const key of Object.keys(labels)) {
      const seen = values.get(key);
      if (seen === undefined) values.set(key, new Set([labels[key] ?? ""]));
      else if (seen.size <= MAX_GROUPS) seen.add(labels[key] ?? "");
    }
  }
  const keys = [...values].filter(
    ([, seen]) => seen.size <= MAX_GROUPS && (seen.size > 1 || total === 1) && seen.size < Math.max(2, total),
  );
  return ["pool", "zone", ...keys.map(([key]) => `label:${key}`).sort()];
}

/**
 * Returns the next grouping; the first one if the current grouping is not in the list. O(nodes × labels), so only for a
 * key press.
 */
export function nextGrouping(nodes: readonly (Labelled | undefined)[], grouping: Grouping): Grouping {
  const all = groupingsOf(nodes.filter((node) => node !== undefined));
  return all[(all.indexOf(grouping) + 1) % all.length] ?? grouping;
}
