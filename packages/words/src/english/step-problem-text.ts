import type { StepProblem } from "@daemonscope/daemonset/actions/changes/problems/step-problem";
import type { StepSyntaxError } from "@daemonscope/daemonset/actions/steps/parse-step";
import { assertNever } from "@daemonscope/kube/base/assert-never";

const LABEL_KEY =
  "a key is at most 63 letters, digits, '-', '_' and '.', with letters or digits at both ends, and may have a DNS name and '/' before it";
const LABEL_VALUE = "a value is empty, or at most 63 letters, digits, '-', '_' and '.', with letters or digits at both ends";

const TAINT_PART = {
  key: LABEL_KEY,
  value: LABEL_VALUE,
  effect: "the effect is NoSchedule, PreferNoSchedule or NoExecute",
} as const;

const TOLERATION_PART = {
  key: LABEL_KEY,
  operator: "the operator is Equal or Exists, and Exists where no key is named",
  value: `Exists has no value; else ${LABEL_VALUE}`,
  effect: TAINT_PART.effect,
  seconds: "tolerationSeconds goes with NoExecute only",
} as const;

const orNearest = (nearest: string): string => (nearest === "" ? "" : `. Did you mean ${nearest.replaceAll(", ", " or ")}?`);
const namesOrNone = (names: string): string => (names === "" ? "none" : names);

/** Formats a problem in one sentence: the thing, the cause, the remedy. */
export function stepProblemText(problem: StepProblem): string {
  switch (problem.code) {
    case "unknownNode":
      return `nodes ${JSON.stringify(problem.name)} not found${orNearest(problem.nearest)}`;
    case "unknownDaemonSet":
      return `daemonsets.apps ${JSON.stringify(problem.name)} not found${orNearest(problem.nearest)}`;
    case "noNodeMatches":
      return `no nodes match the selector ${JSON.stringify(problem.selector)}`;
    case "noNodes":
      return "no node is selected: name nodes, use -l SELECTOR or --all";
    case "badSelector":
      return `invalid selector ${JSON.stringify(problem.selector)}: ${problem.reason}`;
    case "badTaint":
      return `invalid taint ${JSON.stringify(problem.taint)}: ${TAINT_PART[problem.reason]}`;
    case "badLabel":
      return `invalid label ${JSON.stringify(problem.label)}: ${problem.reason === "key" ? LABEL_KEY : LABEL_VALUE}`;
    case "badToleration":
      return `invalid toleration ${JSON.stringify(problem.toleration)}: ${TOLERATION_PART[problem.reason]}`;
    case "badAffinity":
      return `invalid node affinity: ${problem.reason}`;
    case "badQuantity":
      return `invalid quantity ${JSON.stringify(problem.quantity)} for ${problem.resource}: use a form such as 250m, 2 or 1Gi`;
    case "badPort":
      return `invalid port ${JSON.stringify(problem.port)}: use a number from 1 to 65535`;
    case "badLimit":
      return `invalid limit ${JSON.stringify(problem.limit)}: use a whole number, or a percentage up to 100%`;
    case "badCount":
      return `${problem.count} nodes cannot join: use a number from 1 to ${problem.most}`;
    case "badName":
      return `invalid name ${JSON.stringify(problem.name)}: use lower-case letters, digits, "-" and ".", with letters or digits at both ends`;
    case "badImage":
      return `container ${JSON.stringify(problem.container)} needs an image`;
    case "unknownContainer":
      return `DaemonSet ${problem.daemonSet} has no container ${problem.container}; it has ${namesOrNone(problem.containers)}`;
    case "unknownRevision":
      return `DaemonSet ${problem.daemonSet} has no revision ${problem.revision}; it has ${namesOrNone(problem.revisions)}`;
    case "revisionNotHeld":
      return `The template of revision ${problem.revision} of DaemonSet ${problem.daemonSet} is not kept here, so that the effect of an undo to it is unknown`;
    case "unknownPod":
      return `pods ${JSON.stringify(problem.pod)} not found among the pods of DaemonSets`;
    case "otherKind":
      return `${problem.kind} ${JSON.stringify(problem.name)}: only DaemonSets and Deployments can be evaluated`;
    case "badManifest":
      return `DaemonSet ${problem.name} cannot be read: ${problem.reason}`;
    case "refused":
      return problem.reason;
    default:
      return assertNever(problem);
  }
}

/** Formats the problem of a text that is not a step. */
export function unreadableStepText({ text, word, expected: needs }: StepSyntaxError): string {
  const where = text === "" || text === word ? "" : ` in "${text}"`;
  return word === "" ? `Something is missing${where}: ${needs}.` : `"${word}" is not understood${where}: ${needs}.`;
}
