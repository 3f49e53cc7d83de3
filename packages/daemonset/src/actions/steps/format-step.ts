import { assertNever } from "@daemonscope/kube/base/assert-never";
import { taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { IntOrString, StringMap } from "@daemonscope/kube/objects";
import type { DaemonSetEdit, HostPortEdit } from "../changes/change.ts";
import type { JoiningNodes, NodeChoice, Step } from "../changes/step.ts";
import { tokenText } from "../changes/text/tokenize-steps.ts";
import { tolerationWord } from "../changes/text/toleration-text.ts";

const pairs = (map: StringMap): readonly string[] => Object.entries(map).map(([key, value]) => `${key}=${value}`);
const without = (names: readonly string[]): readonly string[] => names.map((name) => `${name}-`);
const limit = (field: string, value: IntOrString): string => `${field}=${value}`;

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

const portWord = ({ containerPort, protocol, hostPort }: HostPortEdit): string =>
  `${containerPort}${protocol === undefined ? "" : `/${protocol}`}=${hostPort ?? 0}`;

const flagged = (flag: string, words: readonly string[]): readonly string[] => words.flatMap((word) => [flag, word]);

const joinWords = ({ count, like, labels, taints, allocatable }: JoiningNodes): readonly string[] => [
  "join",
  String(count),
  ...(like === undefined ? [] : ["like", like]),
  ...flagged("--label", pairs(labels)),
  ...flagged("--taint", taints.map(taintText)),
  ...flagged("--allocatable", pairs(allocatable)),
];

/** JSON is not quoted: the parser finds its end. */
type Words = readonly (string | { readonly json: unknown })[];

function editWords(set: string, edit: DaemonSetEdit): Words {
  switch (edit.kind) {
    case "restart":
      return ["restart", set, ...(edit.at === undefined ? [] : [edit.at])];
    case "tolerations":
      return [
        "set-tolerations",
        set,
        ...edit.to.map((toleration) => {
          const word = tolerationWord(toleration);
          return word.startsWith("{") ? { json: toleration } : word;
        }),
      ];
    case "nodeSelector":
      return ["set-node-selector", set, ...pairs(edit.set), ...without(edit.remove)];
    case "affinity":
      return ["set-affinity", set, ...(edit.to === undefined ? ["none"] : [{ json: edit.to }])];
    case "image":
      return ["set-image", set, `${edit.container}=${edit.image}`];
    case "resources":
      return ["set-requests", set, "-c", edit.container, ...pairs(edit.set), ...without(edit.remove)];
    case "hostPorts":
      return ["set-host-ports", set, "-c", edit.container, ...edit.ports.map(portWord)];
    case "priorityClass":
      return ["set-priority", set, ...(edit.to === undefined ? [] : [edit.to])];
    case "updateStrategyType":
      return ["set-strategy", set, edit.to];
    case "strategy":
      return ["set-strategy", set, "RollingUpdate", limit("maxUnavailable", edit.maxUnavailable), limit("maxSurge", edit.maxSurge)];
    case "budget":
      return ["set-budget", set, limit(edit.field, edit.to)];
    case "limits":
      return ["set-budget", set, limit("maxUnavailable", edit.maxUnavailable), limit("maxSurge", edit.maxSurge)];
    case "annotation":
      return ["annotate", set, `${edit.key}=${edit.value}`];
    case "revision":
      return ["undo", set, String(edit.to)];
    case "manifest":
      return ["change", set, { json: edit.manifest }];
    default:
      return assertNever(edit);
  }
}

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
      return ["label", ...choiceWords(step.nodes), ...pairs(step.labels)];
    case "unlabel":
      return ["label", ...choiceWords(step.nodes), ...without(step.keys)];
    case "cordon":
    case "uncordon":
    case "leave":
      return [step.kind, ...choiceWords(step.nodes)];
    case "edit":
      return editWords(`${step.namespace}/${step.name}`, step.edit);
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
