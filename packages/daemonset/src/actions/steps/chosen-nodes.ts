import { assertNever } from "@daemonscope/kube/base/assert-never";
import { nearestNames } from "@daemonscope/kube/base/nearest";
import { matchesRequirements, parseLabelSelector } from "@daemonscope/kube/matching/label-selector";
import type { NodeFacts, NodeGroup, PlanFacts } from "../changes/plan-facts.ts";
import type { StepProblem } from "../changes/problems/step-problem.ts";
import type { NodeChoice } from "../changes/step.ts";

interface ChosenNodes {
  /** Sorted, at least one. */
  readonly names: readonly string[];
  /** One node of each group of equal nodes. */
  readonly alike: readonly NodeFacts[];
}

type GroupFacts = Pick<PlanFacts, "node" | "nodes" | "grouped">;

/** Groups of nodes in which one answer holds for each member; without groups in the facts, each node alone. */
export const groupsOf = (facts: Pick<PlanFacts, "nodes" | "grouped">): Iterable<NodeGroup<NodeFacts>> =>
  facts.grouped?.groups() ?? facts.nodes().map((one) => ({ one, names: [one.name] }));

function chosenFromGroups({ grouped }: GroupFacts, groups: readonly NodeGroup<NodeFacts>[]): ChosenNodes {
  const names = grouped?.namesOf(groups) ?? groups.flatMap((group) => group.names).sort();
  return { names, alike: groups.map(({ one }) => one) };
}

/** Returns the nodes that a choice selects now, or the problem. As in kubectl, an empty selector selects all nodes.
 *  A selector is matched once per group. */
export function chosenNodes(facts: GroupFacts, choice: NodeChoice): ChosenNodes | { readonly problem: StepProblem } {
  switch (choice.kind) {
    case "all": {
      const groups = [...groupsOf(facts)];
      return groups.length === 0 ? { problem: { code: "noNodes" } } : chosenFromGroups(facts, groups);
    }
    case "selector": {
      const { selector } = choice;
      const parsed = parseLabelSelector(selector);
      if ("problem" in parsed) return { problem: { code: "badSelector", selector, reason: parsed.problem } };
      const groups = Array.from(groupsOf(facts)).filter(({ one }) => matchesRequirements(parsed.requirements, one.labels));
      return groups.length === 0 ? { problem: { code: "noNodeMatches", selector } } : chosenFromGroups(facts, groups);
    }
    case "names": {
      const alike: NodeFacts[] = [];
      const names = [...new Set(choice.names)].sort();
      for (const name of new Set(choice.names)) {
        const node = facts.node(name);
        if (node === undefined) return { problem: { code: "unknownNode", name, nearest: nearestOf(facts, name) } };
        alike.push(node);
      }
      return names.length === 0 ? { problem: { code: "noNodes" } } : { names, alike };
    }
    default:
      return assertNever(choice);
  }
}

function nearestOf(facts: GroupFacts, name: string): string {
  const names = Array.from(groupsOf(facts)).flatMap((group) => group.names);
  return nearestNames(name, names).join(", ");
}
