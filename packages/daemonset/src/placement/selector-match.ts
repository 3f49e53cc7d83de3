import { appendTo } from "@daemonscope/kube/base/append-to";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { ownValue } from "@daemonscope/kube/base/own-value";
import { expressionError } from "@daemonscope/kube/matching/node-affinity";
import type { LabelSelectorRequirement, PodTemplateSummary } from "@daemonscope/kube/objects";
import { compilePlacement } from "./compile-placement.ts";
import { type NodeClass, NodeClasses } from "./node-classes.ts";
import type { PlacementNode } from "./placement-node.ts";
import { matchesNodeName } from "./required-labels.ts";

/** A label requirement that no node meets, and the values that nodes have instead. */
interface UnmetRequirement {
  /** In common notation: `key=value` of a node selector, `key In [a, b]` of an affinity. */
  readonly text: string;
  readonly key: string;
  /** Nodes that have the key with another value. */
  readonly nodes: number;
  /** Values of these nodes, most nodes first, at most MAX_SHOWN_VALUES. */
  readonly values: readonly { readonly value: string; readonly nodes: number }[];
}

/** Match of a template's node name, selector and affinity with nodes, regardless of taints. */
export interface SelectorMatch {
  readonly nodes: number;
  /** If no node matches: each requirement that no node meets. Empty if nodes fail only the combination, or if the
   *  affinity has several terms. */
  readonly unmet: readonly UnmetRequirement[];
}

const MAX_SHOWN_VALUES = 5;

function unmetBy(
  nodes: readonly PlacementNode[],
  text: string,
  key: string,
  meets: (node: PlacementNode) => boolean,
): UnmetRequirement | undefined {
  if (nodes.some(meets)) return undefined;
  const counts = new Map<string, number>();
  for (const { labels } of nodes) {
    const value = ownValue(labels, key);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const values = [...counts]
    .map(([value, count]) => ({ value, nodes: count }))
    .sort((a, b) => b.nodes - a.nodes || compareTexts(a.value, b.value));
  return { text, key, nodes: values.reduce((sum, each) => sum + each.nodes, 0), values: values.slice(0, MAX_SHOWN_VALUES) };
}

const expressionText = ({ key, operator, values = [] }: LabelSelectorRequirement): string =>
  values.length === 0 ? `${key} ${operator}` : `${key} ${operator} [${values.join(", ")}]`;

/** Returns the unmet requirements of an affinity. Terms are alternatives, so requirements are reported only for a
 *  single term. */
function unmetExpressions(nodes: readonly PlacementNode[], { requiredNodeAffinity }: PodTemplateSummary): readonly UnmetRequirement[] {
  const terms = requiredNodeAffinity?.nodeSelectorTerms ?? [];
  const [only] = terms;
  if (only === undefined || terms.length > 1) return [];
  return (only.matchExpressions ?? []).flatMap((expression) => {
    if (expressionError(expression) !== undefined) return [];
    const singleExpression = { nodeSelector: {}, requiredNodeAffinity: { nodeSelectorTerms: [{ matchExpressions: [expression] }] } };
    const verdictOn = compilePlacement({ tolerations: [], hostNetwork: false, ...singleExpression });
    return (
      unmetBy(nodes, expressionText(expression), expression.key, ({ name, labels }) => verdictOn({ name, labels, taints: [] }) === "run") ??
      []
    );
  });
}

/** Counts the nodes that each template's name, selector and affinity match (rules P3–P7). If there are none, returns
 *  the unmet requirements. Reads labels once per class of nodes: O(nodes + classes × templates), plus O(nodes) for
 *  each template without a match. */
export function selectorMatches(templates: readonly PodTemplateSummary[], nodes: readonly PlacementNode[]): readonly SelectorMatch[] {
  const untainted = nodes.map(({ name, labels }) => ({ name, labels, taints: [] }));
  const classes = new NodeClasses();
  for (const template of templates) classes.mention(template);
  const alike = new Map<NodeClass, PlacementNode[]>();
  for (const node of untainted) {
    const nodeClass = classes.classOf(node);
    appendTo(alike, nodeClass, node);
  }
  return templates.map((template) => {
    const verdictOn = compilePlacement(template);
    const isWanted = (node: PlacementNode | undefined): boolean => node !== undefined && verdictOn(node) === "run";
    const count = matchesNodeName(template)
      ? untainted.filter(isWanted).length
      : [...alike.values()].reduce((sum, group) => sum + (isWanted(group[0]) ? group.length : 0), 0);
    return count > 0 ? { nodes: count, unmet: [] } : { nodes: 0, unmet: unmetOf(template, nodes) };
  });
}

function unmetOf(template: PodTemplateSummary, nodes: readonly PlacementNode[]): readonly UnmetRequirement[] {
  const bySelector = Object.entries(template.nodeSelector)
    .sort(([a], [b]) => compareTexts(a, b))
    .flatMap(([key, value]) => unmetBy(nodes, `${key}=${value}`, key, ({ labels }) => ownValue(labels, key) === value) ?? []);
  return [...bySelector, ...unmetExpressions(nodes, template)];
}
