import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { LabelSelectorRequirement, NodeSelector } from "@daemonscope/kube/objects";
import { LABELS, POOL_LABELS } from "@daemonscope/kube/well-known";
import { CAUSES } from "../../causes/causes.ts";
import { compilePlacement } from "../../placement/compile-placement.ts";
import type { DaemonSetRecord } from "../../records/records.ts";
import type { Action, RolloutIntent } from "../changes/action.ts";
import type { NodeFacts, PlanFacts } from "../changes/plan-facts.ts";

/** Says where a node is, which does not make it unfit. */
const PLACE = /^(?:topology|failure-domain\.beta)\.kubernetes\.io\//;

/** How well a label describes a kind of node; the smallest is the best. A hostname describes one node only. */
function rankOf(key: string): number {
  if (key.endsWith("type")) return 0;
  if (POOL_LABELS.includes(key)) return 1;
  return key === LABELS.hostname ? 2 : 3;
}

/** Returns the label that these nodes share and that no other node has which wants a pod; undefined if there is none.
 *  `wanting`: all nodes that want a pod. `count`: the number of affected nodes; `affected` may be a part of them. */
function commonLabel(
  affected: readonly NodeFacts[],
  count: number,
  wanting: readonly NodeFacts[],
): readonly [key: string, value: string] | undefined {
  const [first] = affected;
  if (first === undefined) return undefined;
  const isExact = ([key, value]: readonly [string, string]): boolean =>
    affected.every(({ labels }) => labels[key] === value) && wanting.filter(({ labels }) => labels[key] === value).length === count;
  const candidates = Object.entries(first.labels).filter(([key]) => !PLACE.test(key));
  const byRank = candidates.sort(([a], [b]) => rankOf(a) - rankOf(b) || compareTexts(a, b));
  return byRank.find(isExact);
}

/** Adds a requirement to each term: a node must match one of the terms. */
function withRequirement(affinity: NodeSelector | undefined, requirement: LabelSelectorRequirement): NodeSelector {
  const terms = affinity === undefined ? [{}] : (affinity.nodeSelectorTerms ?? []);
  return {
    nodeSelectorTerms: terms.map((term) => ({ ...term, matchExpressions: [...(term.matchExpressions ?? []), requirement] })),
  };
}

/** Returns an action for each cause that keeps a DaemonSet off nodes that can never run its pod, by the label that
 *  they share. Omits a cause if the other nodes that want a pod have each such label too.
 *  O(nodes × labels of a node). */
export function keepOffActs(record: DaemonSetRecord, facts: PlanFacts): readonly Action<RolloutIntent>[] {
  const { causes, placement, namespace, name } = record;
  const unfit = causes.filter(({ cause }) => CAUSES[cause.kind].helps.includes("keepOff"));
  if (unfit.length === 0) return [];
  const verdictOn = compilePlacement(placement, facts.gates);
  const wanting = facts.nodes().filter((node) => verdictOn(node) === "run");
  return unfit.flatMap(({ nodes, count }): readonly Action<RolloutIntent>[] => {
    const affected = nodes.flatMap((node) => facts.node(node) ?? []);
    const label = commonLabel(affected, count, wanting);
    if (label === undefined) return [];
    const [key, value] = label;
    const to = withRequirement(placement.requiredNodeAffinity, { key, operator: "NotIn", values: [value] });
    return [
      {
        act: { kind: "keepOff", label: `${key}=${value}`, nodes: count },
        changes: [{ kind: "editDaemonSet", namespace, name, edit: { kind: "affinity", to } }],
      },
    ];
  });
}
