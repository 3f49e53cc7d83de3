import { assertNever } from "@daemonscope/kube/assert-never";
import { matchesRequirements, parseLabelSelector } from "@daemonscope/kube/label-selector";
import { nearestNames } from "@daemonscope/kube/nearest";
import type { NodeFacts, PlanFacts } from "./plan-facts.ts";
import type { NodeChoice } from "./step.ts";
import type { StepProblem } from "./step-problem.ts";

/** The nodes that a choice means now, sorted by name and at least one; or why there is none. A selector that is empty means all, as for kubectl. O(nodes). */
export function chosenNodes(
  facts: Pick<PlanFacts, "node" | "nodes">,
  choice: NodeChoice,
): { readonly nodes: readonly NodeFacts[] } | { readonly problem: StepProblem } {
  const byName = (a: NodeFacts, b: NodeFacts): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
  switch (choice.kind) {
    case "all": {
      const nodes = [...facts.nodes()].sort(byName);
      return nodes.length === 0 ? { problem: { code: "noNodes" } } : { nodes };
    }
    case "selector": {
      const { selector } = choice;
      const parsed = parseLabelSelector(selector);
      if ("problem" in parsed) return { problem: { code: "badSelector", selector, reason: parsed.problem } };
      const nodes = facts.nodes().filter(({ labels }) => matchesRequirements(parsed.requirements, labels));
      return nodes.length === 0 ? { problem: { code: "noNodeMatches", selector } } : { nodes: [...nodes].sort(byName) };
    }
    case "names": {
      const nodes: NodeFacts[] = [];
      for (const name of new Set(choice.names)) {
        const node = facts.node(name);
        if (node === undefined) {
          const nearest = nearestNames(
            name,
            facts.nodes().map((each) => each.name),
          ).join(", ");
          return { problem: { code: "unknownNode", name, nearest } };
        }
        nodes.push(node);
      }
      return nodes.length === 0 ? { problem: { code: "noNodes" } } : { nodes: nodes.sort(byName) };
    }
    default:
      return assertNever(choice);
  }
}
