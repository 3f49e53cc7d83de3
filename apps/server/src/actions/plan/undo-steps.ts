import type { Change } from "@daemonscope/daemonset/actions/changes/change";
import type { NoInverse } from "@daemonscope/daemonset/actions/changes/inverse";
import type { Step } from "@daemonscope/daemonset/actions/changes/step";
import { stepsOfChanges } from "@daemonscope/daemonset/actions/steps/step-of-change";
import type { NoUndo } from "@daemonscope/shared/http/actions";
import { noUndo } from "./no-undo.ts";

type UndoPlan = { readonly kind: "steps"; readonly steps: readonly Step[] } | NoUndo;

/** Joins steps that make the same change on different nodes. */
function joinSteps(steps: readonly Step[]): readonly Step[] {
  const byChange = new Map<string, Step>();
  for (const step of steps) {
    const { nodes, ...what } = "nodes" in step ? (step as Step & { readonly nodes: unknown }) : { ...step, nodes: undefined };
    const key = JSON.stringify(what);
    const before = byChange.get(key);
    const names = namesIn(step);
    const known = before === undefined ? undefined : namesIn(before);
    if (nodes === undefined || names === undefined || known === undefined)
      byChange.set(nodes === undefined ? JSON.stringify(step) : key, step);
    else byChange.set(key, { ...step, nodes: { kind: "names", names: [...known, ...names] } } as Step);
  }
  return [...byChange.values()];
}

const namesIn = (step: Step): readonly string[] | undefined =>
  "nodes" in step && "kind" in step.nodes && step.nodes.kind === "names" ? step.nodes.names : undefined;

/** Returns the steps of an undo, or the reason why there is none. */
export function undoSteps(inverse: readonly Change[] | NoInverse): UndoPlan {
  if (typeof inverse === "string") return noUndo(inverse);
  const steps = stepsOfChanges(inverse);
  return steps.length === 0 ? noUndo("notKnown") : { kind: "steps", steps: joinSteps(steps) };
}
