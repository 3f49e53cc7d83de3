import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { ownValue } from "@daemonscope/kube/base/own-value";
import { LABELS, POOL_LABELS } from "@daemonscope/kube/well-known";

/** The grouping of nodes: `pool`, `zone`, or `label:` and a label key. */
export type Grouping = string;

const ZONE_LABELS = [LABELS.zone, "failure-domain.beta.kubernetes.io/zone"] as const;

/** The group of nodes that lack the label. */
export const NO_GROUP = "";

/** The group of nodes with an empty label value. A label value cannot contain quotes, so the name is unique. */
export const EMPTY_VALUE = '""';

/** The group of all values that do not have a separate group. */
export const OTHER_VALUES = "\u2026";

/** The prefix of a grouping by label key. */
export const LABEL_PREFIX = /^label:/;

export type Labelled = Pick<NodeRecord, "labels">;

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

/**
 * Returns the group of a node; NO_GROUP if the node has no value for the grouping. A node without a pool label is in
 * the pool of its role.
 */
export function groupOf(node: Labelled, grouping: Grouping): string {
  if (grouping === "pool") return firstOf(node, POOL_LABELS) ?? roleOf(node) ?? NO_GROUP;
  if (grouping === "zone") return zoneOf(node) ?? NO_GROUP;
  const value = ownValue(node.labels, grouping.replace(LABEL_PREFIX, ""));
  return value === "" ? EMPTY_VALUE : (value ?? NO_GROUP);
}

const TRAILING_NUMBER = /\d{1,15}$/;

/** Orders the names of groups by text. Names that differ only in a trailing number are ordered by the number. */
export function compareGroups(a: string, b: string): number {
  const [aStem, bStem] = [a.replace(TRAILING_NUMBER, ""), b.replace(TRAILING_NUMBER, "")];
  if (aStem !== bStem) return compareTexts(aStem, bStem);
  const difference = Number(a.slice(aStem.length)) - Number(b.slice(bStem.length));
  // "pool-1" and "pool-01" have the same number.
  return difference !== 0 ? difference : a < b ? -1 : Number(a > b);
}
