import { appendTo } from "@daemonscope/kube/base/append-to";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { isRemovedByComponent, isStartupTaint } from "@daemonscope/kube/node-signs";
import type { Taint, Toleration } from "@daemonscope/kube/objects";
import type { CheckKind, Placement } from "../../placement/placement.ts";
import { isEndingTaint } from "../../records/node-lifecycle.ts";
import type { Action, PlacementIntent } from "../changes/action.ts";
import type { Change, DaemonSetEdit } from "../changes/change.ts";
import type { PlanFacts } from "../changes/plan-facts.ts";

/** A node × DaemonSet, and its placement. */
export interface PairToFix {
  readonly namespace: string;
  readonly daemonSet: string;
  readonly node: string;
  readonly placement: Placement;
  /** Names of its pods on the node that are not being deleted. */
  readonly pods: readonly string[];
  /** The node is on its way out and takes its pods with it, by a sign other than a taint. */
  readonly isEnding: boolean;
}

type Remedy = Action<PlacementIntent>;

/** Returns the narrowest tolerations for these taints, one of each key and effect. It names the value if the taints
 *  share one that is not empty, and tolerates every value otherwise. */
function tolerationsFor(taints: readonly Taint[]): readonly Toleration[] {
  const alike = new Map<string, Taint[]>();
  for (const taint of taints) {
    const id = `${taint.key}:${taint.effect}`;
    appendTo(alike, id, taint);
  }
  return [...alike.values()].map((group) => {
    const [{ key, effect, value = "" } = { key: "", effect: "" }] = group;
    const isShared = value !== "" && group.every((taint) => taint.value === value);
    return isShared ? { key, operator: "Equal", value, effect } : { key, operator: "Exists", effect };
  });
}

/** Returns the edit that lets a DaemonSet with these tolerations run on nodes with these taints. */
export const addTolerationsEdit = (existing: readonly Toleration[], taints: readonly Taint[]): DaemonSetEdit => ({
  kind: "tolerations",
  to: [...existing, ...tolerationsFor(taints)],
});

function remedyOf({ namespace, daemonSet, node }: PairToFix, act: PlacementIntent, change: Change): Remedy {
  return { act, about: { namespace, daemonSet, node }, changes: [change] };
}

const editChange = ({ namespace, daemonSet }: PairToFix, edit: DaemonSetEdit): Change => ({
  kind: "editDaemonSet",
  namespace,
  name: daemonSet,
  edit,
});

function taintRemedies(pair: PairToFix, facts: PlanFacts): readonly Remedy[] {
  const { placement, namespace, daemonSet, node } = pair;
  const taints = placement.checks.flatMap((check) => (check.kind === "taint" && !check.passed ? [check.taint] : []));
  const set = facts.daemonSet(namespace, daemonSet);
  if (taints.length === 0 || set === undefined) return [];
  // The node is not ready for this pod before a component removes the taint.
  if (taints.some((taint) => isStartupTaint(taint, daemonSet))) return [];
  const tolerate = remedyOf(
    pair,
    { kind: "tolerate", daemonSet, keys: taints.map(({ key }) => key) },
    editChange(pair, addTolerationsEdit(set.template.tolerations, taints)),
  );
  // A component sets such a taint again. Removing only the others would start no pod, because this taint still
  // refuses it.
  if (taints.some(isRemovedByComponent)) return [tolerate];
  const act: PlacementIntent = { kind: "takeTaintsOff", node, taints: taints.map(taintText) };
  // The narrower remedy first: without its taint the node is open to every pod.
  return [tolerate, remedyOf(pair, act, { kind: "untaint", nodes: [node], taints })];
}

function labelRemedies(pair: PairToFix): readonly Remedy[] {
  const missing = pair.placement.checks.filter((check) => check.kind === "nodeSelector").filter((check) => !check.passed);
  if (missing.length === 0) return [];
  const labels = missing.map((check) => `${check.key}=${check.want}`);
  const overwrite = missing.some((check) => check.have !== undefined);
  return [
    remedyOf(
      pair,
      { kind: "label", node: pair.node, labels },
      { kind: "label", nodes: [pair.node], labels: Object.fromEntries(missing.map(({ key, want }) => [key, want])), overwrite },
    ),
    remedyOf(
      pair,
      { kind: "dropSelector", daemonSet: pair.daemonSet, labels },
      editChange(pair, { kind: "nodeSelector", set: {}, remove: missing.map(({ key }) => key) }),
    ),
  ];
}

/** Returns the user's options for misscheduled pods; the controller deletes those that may not stay. */
function misscheduledRemedies(pair: PairToFix): readonly Remedy[] {
  const { placement, pods, namespace } = pair;
  if (placement.verdict !== "keep" || pods.length === 0) return [];
  return [remedyOf(pair, { kind: "deletePods", pods }, { kind: "deletePods", namespace, pods })];
}

/** Remedies for each kind of check, in the offered order. A name or affinity terms are deliberate: no single edit of
 *  them is the obvious one. */
const REMEDIES: Readonly<Record<CheckKind, (pair: PairToFix, facts: PlanFacts) => readonly Remedy[]>> = {
  nodeName: () => [],
  nodeAffinity: () => [],
  nodeSelector: labelRemedies,
  taint: taintRemedies,
};

/** The node is on its way out and takes its pods with it. */
const isOfEndingNode = ({ placement, isEnding }: PairToFix): boolean =>
  isEnding || placement.checks.some((check) => check.kind === "taint" && !check.passed && isEndingTaint(check.taint));

/** Returns actions that bring a pod to this node, or remove a misscheduled one; empty if the node already wants a
 *  pod, or is on its way out. */
export function remediesFor(facts: PlanFacts, pair: PairToFix): readonly Remedy[] {
  if (pair.placement.verdict === "run" || isOfEndingNode(pair)) return [];
  return [...Object.values(REMEDIES).flatMap((remedies) => remedies(pair, facts)), ...misscheduledRemedies(pair)];
}
