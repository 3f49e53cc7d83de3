import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { isRemovedByComponent } from "@daemonscope/kube/node-signs";
import type { Taint } from "@daemonscope/kube/objects";
import { isConditionTaint } from "@daemonscope/kube/well-known";
import { hasNoMatchingNode } from "../../counts/has-no-matching-node.ts";
import { explainPlacement } from "../../placement/explain-placement.ts";
import type { PlacementCheck } from "../../placement/placement.ts";
import { HOLDER_NODES_LIMIT } from "../../records/budget.ts";
import type { DaemonSetRecord } from "../../records/records.ts";
import type { Action, RolloutIntent } from "../changes/action.ts";
import type { Change } from "../changes/change.ts";
import type { NodeFacts, PlanFacts } from "../changes/plan-facts.ts";
import { addTolerationsEdit } from "./remedies.ts";

type Failed<Kind extends PlacementCheck["kind"]> = Extract<PlacementCheck, { readonly kind: Kind }>;

/** A node, and the taints and labels that keep the DaemonSet off it. */
interface KeptOff {
  readonly node: NodeFacts;
  readonly taints: readonly Taint[];
  readonly labels: readonly Failed<"nodeSelector">[];
}

/** Reports whether only the condition of a node keeps the pods off: the taint ends with the condition. */
export function isKeptOffByCondition({ placement }: Pick<DaemonSetRecord, "placement">, { gates }: PlanFacts, node: NodeFacts): boolean {
  const failed = explainPlacement(placement, node, gates).checks.filter(({ passed }) => !passed);
  return failed.length > 0 && failed.every((check) => check.kind === "taint" && isConditionTaint(check.taint));
}

/** Returns undefined unless user-set taints alone, or labels of the nodeSelector alone, keep the pods off: no single
 *  edit fixes a mixture. */
function obstaclesOf({ placement }: DaemonSetRecord, { gates }: PlanFacts, node: NodeFacts): KeptOff | undefined {
  const failed = explainPlacement(placement, node, gates).checks.filter(({ passed }) => !passed);
  const taints = failed.flatMap((check) => (check.kind === "taint" ? [check.taint] : []));
  const labels = failed.filter((check) => check.kind === "nodeSelector");
  if (failed.length === 0 || taints.length + labels.length < failed.length) return undefined;
  if (taints.length > 0 && labels.length > 0) return undefined;
  return taints.some(isRemovedByComponent) ? undefined : { node, taints, labels };
}

const labelText = ({ key, want }: Failed<"nodeSelector">): string => `${key}=${want}`;

function distinct<Value>(values: readonly Value[], textOf: (value: Value) => string): readonly Value[] {
  return [...new Map(values.map((value) => [textOf(value), value])).values()];
}

function relabelAction(namesOrNone: readonly string[], checks: readonly Failed<"nodeSelector">[]): Action<RolloutIntent> {
  const labels = distinct(checks, labelText);
  const change: Change = {
    kind: "label",
    nodes: namesOrNone.length === 0 ? ["NODE"] : namesOrNone,
    labels: Object.fromEntries(labels.map(({ key, want }) => [key, want])),
    overwrite: checks.some(({ have }) => have !== undefined),
  };
  return { act: { kind: "relabel", labels: labels.map(labelText), nodes: namesOrNone.length }, changes: [change] };
}

function taintActions(record: DaemonSetRecord, found: readonly KeptOff[]): readonly Action<RolloutIntent>[] {
  const { namespace, name, placement } = record;
  const taints = distinct(
    found.flatMap((each) => each.taints),
    taintText,
  );
  if (taints.length === 0) return [];
  const edit = addTolerationsEdit(placement.tolerations, taints);
  return [
    {
      act: { kind: "letOn", keys: [...new Set(taints.map(({ key }) => key))] },
      changes: [{ kind: "editDaemonSet", namespace, name, edit }],
    },
    { act: { kind: "openNodes", taints: taints.map(taintText), nodes: found.length }, changes: untaintChanges(found) },
  ];
}

/** One step for the nodes with the same taints: if a node lacks one of the taints to remove, kubectl does not change
 *  the node. Source: kubectl/pkg/cmd/taint/utils.go, deleteTaints. */
function untaintChanges(found: readonly KeptOff[]): readonly Change[] {
  const textOf = ({ taints }: KeptOff) => taints.map(taintText).sort().join();
  return distinct(found, textOf).map((first) => ({
    kind: "untaint",
    nodes: found.filter((each) => textOf(each) === textOf(first)).map(({ node }) => node.name),
    taints: first.taints,
  }));
}

/** Returns actions that let a DaemonSet run on nodes that do not want it: nodes with its pods, or nodes that wanted
 *  it before. If there are none and no node wants it, takes the nodes that only taints keep off, otherwise the node
 *  with the fewest wrong labels. O(nodes). */
export function placementActs(record: DaemonSetRecord, facts: PlanFacts): readonly Action<RolloutIntent>[] {
  const { causes, concern } = record;
  const names = new Set([
    ...causes.flatMap(({ state, nodes }) => (state === "misscheduled" ? nodes : [])),
    ...(concern?.kind === "desiredDropped" ? concern.nodes : []),
  ]);
  const nodes = names.size > 0 ? [...names].flatMap((name) => facts.node(name) ?? []) : hasNoMatchingNode(record) ? facts.nodes() : [];
  const found = nodes.flatMap((node) => obstaclesOf(record, facts, node) ?? []);
  const tainted = found.filter(({ taints }) => taints.length > 0);
  const unlabelled = found.filter(({ labels }) => labels.length > 0);
  if (names.size > 0) {
    const labels = unlabelled.flatMap((each) => each.labels);
    // A truncated list names only some of the nodes: the user must choose the others.
    const isComplete = names.size < HOLDER_NODES_LIMIT;
    const labelled = isComplete ? unlabelled.map(({ node }) => node.name) : [];
    const relabelActions = labels.length === 0 ? [] : [relabelAction(labelled, labels)];
    return [...relabelActions, ...taintActions(record, tainted).filter(({ act }) => isComplete || act.kind !== "openNodes")];
  }
  // Prefers nodes that only taints keep off: their labels show that they are the intended nodes.
  if (tainted.length > 0) return taintActions(record, tainted);
  const [nearest] = [...unlabelled].sort((a, b) => a.labels.length - b.labels.length);
  return nearest === undefined ? [] : [relabelAction([], nearest.labels)];
}
