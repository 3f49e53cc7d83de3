import { assertNever } from "@daemonscope/kube/base/assert-never";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import { kindOfEdit } from "../changes/kinds/edit-kinds.ts";
import { isNodeStep, kindOfNodeStep } from "../changes/kinds/node-kinds.ts";
import type { JoiningNodes, Step } from "../changes/step.ts";
import { choiceWords } from "../changes/text/node-words.ts";
import { pairWords, type Words } from "../changes/text/step-tokens.ts";
import { tokenText } from "../changes/text/tokenize-steps.ts";

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
  if (isNodeStep(step)) return [kindOfNodeStep(step).verb, ...choiceWords(step.nodes), ...kindOfNodeStep(step).format(step)];
  switch (step.kind) {
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
