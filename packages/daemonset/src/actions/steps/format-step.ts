import { assertNever } from "@daemonscope/kube/base/assert-never";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { kindOfEdit } from "../changes/kinds/edit-kinds.ts";
import type { JoiningNodes, NodeChoice, Step } from "../changes/step.ts";
import { pairWords, removalWords, type Words } from "../changes/text/step-tokens.ts";
import { tokenText } from "../changes/text/tokenize-steps.ts";

function choiceWords(nodes: NodeChoice): readonly string[] {
  switch (nodes.kind) {
    case "all":
      return ["--all"];
    case "selector":
      return ["-l", nodes.selector];
    case "names":
      return nodes.names;
    default:
      return assertNever(nodes);
  }
}

const flagged = (flag: string, words: readonly string[]): readonly string[] => words.flatMap((word) => [flag, word]);

const joinWords = ({ count, like, labels, taints, allocatable }: JoiningNodes): readonly string[] => [
  "join",
  String(count),
  ...(like === undefined ? [] : ["like", like]),
  ...flagged("--label", pairWords(labels)),
  ...flagged("--taint", taints.map(taintText)),
  ...flagged("--allocatable", pairWords(allocatable)),
];

function wordsOf(step: Step): Words {
  switch (step.kind) {
    case "taint":
      return ["taint", ...choiceWords(step.nodes), ...step.taints.map(taintText)];
    case "untaint":
      return [
        "taint",
        ...choiceWords(step.nodes),
        ...step.taints.map(({ key, effect }) => `${key}${effect === undefined ? "" : `:${effect}`}-`),
      ];
    case "label":
      return ["label", ...choiceWords(step.nodes), ...pairWords(step.labels)];
    case "unlabel":
      return ["label", ...choiceWords(step.nodes), ...removalWords(step.keys)];
    case "cordon":
    case "uncordon":
    case "leave":
      return [step.kind, ...choiceWords(step.nodes)];
    case "edit":
      return [kindOfEdit(step.edit).verb, `${step.namespace}/${step.name}`, ...kindOfEdit(step.edit).format(step.edit)];
    case "apply":
      return ["apply", { json: step.manifest }];
    case "delete":
      return ["delete", `${step.namespace}/${step.name}`, ...(step.orphan ? ["--cascade=orphan"] : [])];
    case "deletePods":
      return ["delete-pods", step.namespace, ...step.pods];
    case "join":
      return joinWords(step.nodes);
    default:
      return assertNever(step);
  }
}

/** Writes a step in readable words that `parseStep` parses: kubectl's words if it has them. */
export function formatStep(step: Step): string {
  return wordsOf(step)
    .map((word) => (typeof word === "string" ? tokenText(word) : JSON.stringify(word.json)))
    .join(" ");
}

/** Steps in order, separated by `; `, as in the parameter `if` of a link and after `--step`. */
export const formatSteps = (steps: readonly Step[]): string => steps.map(formatStep).join("; ");
