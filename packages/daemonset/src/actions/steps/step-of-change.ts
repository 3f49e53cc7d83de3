import { assertNever } from "@daemonscope/kube/base/assert-never";
import type { Change } from "../changes/change.ts";
import type { NodeStep } from "../changes/kinds/node-kind.ts";
import { isNodeChange, kindOfNodeChange } from "../changes/kinds/node-kinds.ts";
import type { Step } from "../changes/step.ts";

const named = (names: readonly string[]) => ({ kind: "names", names }) as const;

/** Converts a change to a step; undefined if no step exists for it: a change that only kubectl can run, or a
 *  manifest of a node. */
function stepOfChange(change: Change): Step | undefined {
  if (isNodeChange(change)) {
    const step = kindOfNodeChange(change).step?.ofChange(change);
    return step && ({ ...step, nodes: named(change.nodes) } as NodeStep);
  }
  switch (change.kind) {
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
