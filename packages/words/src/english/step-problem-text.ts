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

const orNearest = (nearest: string): string => (nearest === "" ? "" : ` The nearest is ${nearest.replaceAll(", ", " or ")}.`);
const namesOrNone = (names: string): string => (names === "" ? "none" : names);

/** Formats a problem in one sentence: the thing, the cause, the remedy. */
export function stepProblemText(problem: StepProblem): string {
  switch (problem.code) {
    case "unknownNode":
      return `No node is called ${problem.name}.${orNearest(problem.nearest)}`;
    case "unknownDaemonSet":
      return `There is no DaemonSet ${problem.name}.${orNearest(problem.nearest)}`;
    case "noNodeMatches":
      return `No node matches ${problem.selector}: nothing would change.`;
    case "noNodes":
      return "No node is named: name one, select by labels, or take all.";
    case "badSelector":
      return `${JSON.stringify(problem.selector)} is no label selector: ${problem.reason}`;
    case "badTaint":
      return `${problem.taint} is no taint: ${TAINT_PART[problem.reason]}.`;
    case "badLabel":
      return `${problem.label} is no label: ${problem.reason === "key" ? LABEL_KEY : LABEL_VALUE}.`;
    case "badToleration":
      return `${problem.toleration} is no toleration: ${TOLERATION_PART[problem.reason]}.`;
    case "badAffinity":
      return `The node affinity cannot be taken: ${problem.reason}.`;
    case "badQuantity":
      return `${problem.quantity} is no amount of ${problem.resource}: write it as 250m, 2 or 1Gi.`;
    case "badPort":
      return `${problem.port} is no port: ports go from 1 to 65535.`;
    case "badLimit":
      return `${problem.limit} is no limit: write a whole number, or a percentage up to 100%.`;
    case "badCount":
      return `${problem.count} nodes cannot join: give a number from 1 to ${problem.most}.`;
    case "badName":
      return `${JSON.stringify(problem.name)} is no name of an object: small letters, digits, '-' and '.', with letters or digits at both ends.`;
    case "badImage":
      return `Container ${problem.container} needs an image.`;
    case "unknownContainer":
      return `DaemonSet ${problem.daemonSet} has no container ${problem.container}; it has ${namesOrNone(problem.containers)}.`;
    case "unknownRevision":
      return `DaemonSet ${problem.daemonSet} has no revision ${problem.revision}; it has ${namesOrNone(problem.revisions)}.`;
    case "revisionNotHeld":
      return `The template of revision ${problem.revision} of DaemonSet ${problem.daemonSet} is not kept here, so the effect of going back to it is unknown.`;
    case "unknownPod":
      return `There is no pod ${problem.pod} of a DaemonSet.`;
    case "otherKind":
      return `${problem.kind} ${problem.name} is neither a DaemonSet nor a Deployment, and nothing else can be imagined.`;
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
