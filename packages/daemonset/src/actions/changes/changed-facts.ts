import type { Change, DaemonSetEdit } from "./change.ts";
import { editedDaemonSet, kindOfEdit } from "./kinds/edit-kinds.ts";
import { isNodeChange, kindOfNodeChange } from "./kinds/node-kinds.ts";
import type { DaemonSetFacts, PlanFacts } from "./plan-facts.ts";

/** Increments the generation as the API server does for each change of a spec. */
function nextGeneration(before: DaemonSetFacts, edit: DaemonSetEdit): DaemonSetFacts {
  const after = editedDaemonSet(before, edit);
  const { part, operations } = kindOfEdit(edit);
  const isSpecUnchanged = part === "metadata" || operations?.(before, edit)?.length === 0;
  return after.generation === undefined || isSpecUnchanged ? after : { ...after, generation: after.generation + 1 };
}

/** Returns the facts after a change, as far as the next change of the same action needs them. It does not follow
 *  created or deleted objects. */
export function changedFacts(facts: PlanFacts, change: Change): PlanFacts {
  if (isNodeChange(change)) {
    const over = facts.changed?.over ?? facts;
    const nodes = new Map(facts.changed?.nodes);
    for (const name of change.nodes) {
      const before = facts.node(name);
      if (before !== undefined) nodes.set(name, kindOfNodeChange(change).changed(before, change));
    }
    const { grouped: _, ...rest } = facts;
    return {
      ...rest,
      changed: { nodes, over },
      node: (name) => nodes.get(name) ?? over.node(name),
      nodes: () => over.nodes().map((each) => nodes.get(each.name) ?? each),
    };
  }
  if (change.kind !== "editDaemonSet") return facts;
  return {
    ...facts,
    daemonSet(namespace, name) {
      const before = facts.daemonSet(namespace, name);
      const isSameDaemonSet = namespace === change.namespace && name === change.name;
      return before === undefined || !isSameDaemonSet ? before : nextGeneration(before, change.edit);
    },
  };
}
