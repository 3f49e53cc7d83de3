import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Change } from "../changes/change.ts";
import type { Step } from "../changes/step.ts";

const named = (names: readonly string[]) => ({ kind: "names", names }) as const;

/** Converts a change to a step; undefined if no step exists for it: a change that only kubectl can run, or a
 *  manifest of a node. */
export function stepOfChange(change: Change): Step | undefined {
  switch (change.kind) {
    case "taint":
      return { kind: "taint", nodes: named(change.nodes), taints: change.taints.map(({ at: _at, ...taint }) => taint) };
    case "untaint":
      return { kind: "untaint", nodes: named(change.nodes), taints: change.taints.map(({ key, effect }) => ({ key, effect })) };
    case "label":
      return { kind: "label", nodes: named(change.nodes), labels: change.labels };
    case "unlabel":
      return { kind: "unlabel", nodes: named(change.nodes), keys: change.keys };
    case "cordon":
    case "uncordon":
      return { kind: change.kind, nodes: named(change.nodes) };
    case "nodesLeave":
      return { kind: "leave", nodes: named(change.nodes) };
    case "editDaemonSet":
      return { kind: "edit", namespace: change.namespace, name: change.name, edit: change.edit };
    case "createDaemonSet":
      return { kind: "apply", manifest: change.manifest };
    case "deleteDaemonSet":
      return { kind: "delete", namespace: change.namespace, name: change.name, orphan: change.orphan };
    case "deletePods":
      return { kind: "deletePods", namespace: change.namespace, pods: change.pods };
    case "drain":
    case "nodesJoin":
      return undefined;
    default:
      return assertNever(change);
  }
}

/** Converts all changes of an action; empty if one of them is not a step. */
export function stepsOfChanges(changes: readonly Change[]): readonly Step[] {
  const steps = changes.flatMap((change) => stepOfChange(change) ?? []);
  return steps.length < changes.length ? [] : steps;
}
