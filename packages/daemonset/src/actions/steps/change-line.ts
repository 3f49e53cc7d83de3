import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import type { StringMap } from "@daemonscope/kube/objects";
import type { Change, NodeChange } from "../changes/change.ts";
import { kindOfEdit } from "../changes/kinds/edit-kinds.ts";
import { kindOfNodeChange } from "../changes/kinds/node-kinds.ts";
import { kubectlApply, kubectlLine } from "../changes/kubectl-line.ts";
import type { PlanFacts } from "../changes/plan-facts.ts";
import { groupsOf } from "./chosen-nodes.ts";

/** Limit of names in a command: a user who copies it would not read more. */
export const NAMES_LIMIT = 20;

interface LabelledNode {
  readonly name: string;
  readonly labels: StringMap;
}

/** Returns the shortest label that exactly these nodes have: labels of users are shorter than those of providers.
 *  O(nodes × labels that all of these nodes share). */
function distinguishingLabel(nodes: Iterable<LabelledNode>, chosenNames: ReadonlySet<string>): string | undefined {
  const [chosen, others]: [LabelledNode[], LabelledNode[]] = [[], []];
  for (const node of nodes) (chosenNames.has(node.name) ? chosen : others).push(node);
  if (chosen.length < chosenNames.size) return undefined;
  const shared = Object.entries(chosen[0]?.labels ?? {}).filter(([key, value]) => chosen.every(({ labels }) => labels[key] === value));
  const distinguishing = shared.filter(([key, value]) => others.every(({ labels }) => labels[key] !== value));
  const texts = distinguishing.map(([key, value]) => `${key}=${value}`);
  return texts.sort((a, b) => a.length - b.length || compareTexts(a, b))[0];
}

/** Returns node names, or a label that exactly these nodes have; undefined if there are too many to name. */
function nodeWords(facts: PlanFacts, nodes: readonly string[]): readonly string[] | undefined {
  const label = nodes.length > 1 ? distinguishingLabel(facts.nodes(), new Set(nodes)) : undefined;
  if (label !== undefined) return ["-l", label];
  return nodes.length === 0 || nodes.length > NAMES_LIMIT ? undefined : [...nodes].sort();
}

function nodeLineWords(change: NodeChange, targets: readonly string[], count = change.nodes.length): readonly string[] {
  return kindOfNodeChange(change).kubectl(change, targets, [count === 1 ? "node" : "nodes", ...targets]);
}

/** If a node lacks one of the taints in a command, kubectl removes none from it. Each taint therefore has its own
 *  command, for the nodes that have it. Source: kubectl pkg/cmd/taint/utils.go, deleteTaints. */
function commandsOf(facts: Pick<PlanFacts, "nodes" | "grouped">, change: NodeChange): readonly NodeChange[] {
  if (change.kind !== "untaint") return [change];
  const groups = [...groupsOf(facts)];
  const commands = change.taints.map((taint) => {
    const lacking = groups.filter(({ one }) => !one.taints.some(({ key, effect }) => key === taint.key && effect === taint.effect));
    const names = new Set(lacking.flatMap((group) => group.names));
    return { ...change, taints: [taint], nodes: change.nodes.filter((name) => !names.has(name)) };
  });
  const nonEmpty = commands.filter((command) => command.nodes.length > 0);
  return nonEmpty.length === 0 ? [change] : nonEmpty;
}

/** Returns the kubectl commands of a node change. `targets` selects the nodes: names, or a flag. */
export function nodesLine(facts: Pick<PlanFacts, "cluster" | "nodes" | "grouped">, change: NodeChange, targets: readonly string[]): string {
  const count = change.nodes.length;
  const lines = commandsOf(facts, change).map((command) => nodeLineWords(command, targets, count));
  return lines.map((words) => kubectlLine(facts.cluster, undefined, words)).join("\n");
}

/** Returns the kubectl command of a change; undefined if it would be too long to read. */
export function changeLine(facts: PlanFacts, change: Change): string | undefined {
  const line = (words: readonly string[], namespace?: string) => kubectlLine(facts.cluster, namespace, words);
  switch (change.kind) {
    case "editDaemonSet": {
      const set = facts.daemonSet(change.namespace, change.name);
      const { edit } = change;
      if (edit.kind === "manifest") return kubectlApply(facts.cluster, [edit.manifest]);
      return set && line(kindOfEdit(edit).kubectl?.(set, edit) ?? [], set.namespace);
    }
    case "createDaemonSet":
      return kubectlApply(facts.cluster, [change.manifest]);
    case "deleteDaemonSet":
      return line(["delete", "ds", change.name, ...(change.orphan ? ["--cascade=orphan"] : [])], change.namespace);
    case "deletePods":
      return line(["delete", "pod", ...change.pods], change.namespace);
    case "nodesJoin":
      return kubectlApply(facts.cluster, change.manifests);
    case "nodesLeave":
      return line(["delete", "node", ...change.nodes]);
    default: {
      const lines = commandsOf(facts, change).map((command) => {
        const targets = nodeWords(facts, command.nodes);
        return targets === undefined ? undefined : line(nodeLineWords(command, targets));
      });
      return lines.includes(undefined) ? undefined : lines.join("\n");
    }
  }
}
