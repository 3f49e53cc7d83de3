import type { Change } from "@daemonscope/daemonset/actions/change";
import type { NoInverse } from "@daemonscope/daemonset/actions/inverse";
import type { Step } from "@daemonscope/daemonset/actions/step";
import { assertNever } from "@daemonscope/kube/assert-never";

/** A change as somebody would say it; undefined for one that is no step. */
function stepOf(change: Change): Step | undefined {
  switch (change.kind) {
    case "taint": {
      const taints = change.taints.map(({ at: _at, ...taint }) => taint);
      return { kind: "taint", nodes: { kind: "names", names: change.nodes }, taints };
    }
    case "untaint": {
      const taints = change.taints.map(({ key, effect }) => ({ key, effect }));
      return { kind: "untaint", nodes: { kind: "names", names: change.nodes }, taints };
    }
    case "label":
      return { kind: "label", nodes: { kind: "names", names: change.nodes }, labels: change.labels };
    case "unlabel":
      return { kind: "unlabel", nodes: { kind: "names", names: change.nodes }, keys: change.keys };
    case "cordon":
    case "uncordon":
      return { kind: change.kind, nodes: { kind: "names", names: change.nodes } };
    case "editDaemonSet":
      // A manifest of before may hold what is secret: its revision is gone back to instead.
      return change.edit.kind === "manifest"
        ? undefined
        : { kind: "edit", namespace: change.namespace, name: change.name, edit: change.edit };
    case "deleteDaemonSet":
      return { kind: "delete", namespace: change.namespace, name: change.name, orphan: change.orphan };
    case "deletePods":
      return { kind: "deletePods", namespace: change.namespace, pods: change.pods };
    case "drain":
    case "createDaemonSet":
    case "nodesJoin":
    case "nodesLeave":
      return undefined;
    default:
      return assertNever(change);
  }
}

const WHY: Readonly<Record<NoInverse, string>> = {
  nothingChanges: "nothing changes",
  podsAreMadeAnew: "a deleted pod stays deleted",
  notKnown: "what was there before is not known whole",
};

export type Undo = { readonly kind: "steps"; readonly steps: readonly Step[] } | { readonly kind: "none"; readonly why: string };

/** Nodes that get the same back are one step. */
function joined(steps: readonly Step[]): readonly Step[] {
  const byWhat = new Map<string, Step>();
  for (const step of steps) {
    const { nodes, ...what } = "nodes" in step ? (step as Step & { readonly nodes: unknown }) : { ...step, nodes: undefined };
    const key = JSON.stringify(what);
    const before = byWhat.get(key);
    const names = namesIn(step);
    const known = before === undefined ? undefined : namesIn(before);
    if (nodes === undefined || names === undefined || known === undefined)
      byWhat.set(nodes === undefined ? JSON.stringify(step) : key, step);
    else byWhat.set(key, { ...step, nodes: { kind: "names", names: [...known, ...names] } } as Step);
  }
  return [...byWhat.values()];
}

const namesIn = (step: Step): readonly string[] | undefined =>
  "nodes" in step && "kind" in step.nodes && step.nodes.kind === "names" ? step.nodes.names : undefined;

/** The way back as steps, or why there is none. */
export function undoSteps(back: readonly Change[] | NoInverse): Undo {
  if (typeof back === "string") return { kind: "none", why: WHY[back] };
  const steps = back.map(stepOf);
  const known = steps.filter((step) => step !== undefined);
  return known.length < steps.length ? { kind: "none", why: WHY.notKnown } : { kind: "steps", steps: joined(known) };
}
