import type { Change } from "@daemonscope/daemonset/actions/changes/change";
import { isTemplateEdit } from "@daemonscope/daemonset/actions/changes/kinds/edit-kinds";
import { isNodeChange } from "@daemonscope/daemonset/actions/changes/kinds/node-kinds";
import { controllerOfLabel } from "@daemonscope/daemonset/managed/upgrade-controllers";
import { nameOfKey, splitKey } from "@daemonscope/kube/base/object-key";
import type { ActionPlan } from "@daemonscope/shared/http/actions";
import type { WhatIfAnswer } from "@daemonscope/shared/http/what-if";
import type { ActionFacts } from "../send/action-facts.ts";

/** Above this share of the nodes the user must type a name. */
const MAX_PERCENT = 10;
const CRITICAL: readonly string[] = ["system-node-critical", "system-cluster-critical"];

/** Returns the keys of the node labels that a change writes. */
const changedLabels = (change: Change): readonly string[] =>
  change.kind === "label" ? Object.keys(change.labels) : change.kind === "unlabel" ? change.keys : [];

/** Returns the nodes where the forecast changes a pod of a DaemonSet. */
const nodesOf = (effect: WhatIfAnswer): ReadonlySet<string> =>
  new Set(effect.daemonSets.flatMap(({ ghosts }) => ghosts.flatMap(({ nodes }) => nodes)));

/** Returns the priority class of a DaemonSet if it is critical. */
function criticalOf(facts: ActionFacts, key: string): string | undefined {
  const priorityClass = facts.daemonSet(...splitKey(key))?.priorityClassName;
  return priorityClass !== undefined && CRITICAL.includes(priorityClass) ? priorityClass : undefined;
}

/** Returns the DaemonSet of a change, and the number of nodes on which its pods are replaced or deleted. */
function setOf(
  facts: ActionFacts,
  change: Change,
): { readonly name: string; readonly nodes: number; readonly priorityClass?: string } | undefined {
  if (change.kind !== "editDaemonSet" && change.kind !== "deleteDaemonSet") return undefined;
  const set = facts.daemonSet(change.namespace, change.name);
  if (set === undefined) return undefined;
  const replacesPods = change.kind === "deleteDaemonSet" || isTemplateEdit(change.edit);
  const priorityClass = replacesPods ? criticalOf(facts, `${change.namespace}/${change.name}`) : undefined;
  return {
    name: set.name,
    nodes: replacesPods ? set.desired : 0,
    ...(priorityClass === undefined ? {} : { priorityClass }),
  };
}

/** Returns the text to type: the name of the only changed object, or the number of nodes. */
function nameOf(changes: readonly Change[], sets: readonly { readonly name: string }[], nodes: number): string {
  const [set] = sets;
  if (set !== undefined && sets.every(({ name }) => name === set.name)) return set.name;
  const namedNodes = new Set(changes.filter(isNodeChange).flatMap((change) => change.nodes));
  const [only] = namedNodes;
  return namedNodes.size === 1 && only !== undefined ? only : `${nodes} nodes`;
}

/**
 * Returns the confirmation of a plan: a button, or a typed name. A name is required above MAX_PERCENT of the nodes,
 * for a critical priority class, and if another controller acts on the change: then it is that of the controller.
 */
export function confirmationFor(facts: ActionFacts, changes: readonly Change[], effect: WhatIfAnswer): ActionPlan["confirm"] {
  const sets = changes.flatMap((change) => setOf(facts, change) ?? []);
  const namedNodes = new Set(changes.filter(isNodeChange).flatMap((change) => change.nodes));
  const pods = changes.flatMap((change) => (change.kind === "deletePods" ? change.pods : []));
  const nodes = Math.max(nodesOf(effect).size, namedNodes.size, pods.length, ...sets.map((set) => set.nodes));
  const nodePercent = Math.round((nodes / Math.max(1, facts.nodes().length)) * 1000) / 10;
  const podOwners = changes.flatMap((change) =>
    change.kind === "deletePods" ? change.pods.flatMap((pod) => facts.pods.get(`${change.namespace}/${pod}`)?.key ?? []) : [],
  );
  // The class may be of a changed DaemonSet, of the owner of a deleted pod, or of one that nodes no longer want.
  const unwanted = effect.daemonSets.flatMap((set) => (set.unwanted > 0 ? [set.key] : []));
  const [priorityClass] = [
    ...sets.flatMap((set) => set.priorityClass ?? []),
    ...[...podOwners, ...unwanted].flatMap((key) => criticalOf(facts, key) ?? []),
  ];
  const setKeys = changes.flatMap((change) =>
    change.kind === "editDaemonSet" || change.kind === "deleteDaemonSet" ? [`${change.namespace}/${change.name}`] : [],
  );
  const [controller] = [
    ...[...setKeys, ...podOwners].flatMap((key) => facts.managedBy(key) ?? []),
    ...changes.flatMap(changedLabels).flatMap((key) => controllerOfLabel(key) ?? []),
  ];
  if (nodePercent <= MAX_PERCENT && priorityClass === undefined && controller === undefined) return { kind: "button" };
  const owners = podOwners.map((key) => ({ name: nameOfKey(key) }));
  return {
    kind: "typed",
    name: controller ?? nameOf(changes, [...sets, ...owners], nodes),
    nodePercent,
    ...(priorityClass === undefined ? {} : { priorityClass }),
    ...(controller === undefined ? {} : { controller }),
  };
}
