import type { DaemonSetEdit } from "@daemonscope/daemonset/actions/changes/change";
import type { NodeChoice, Step } from "@daemonscope/daemonset/actions/changes/step";
import { tolerationWord } from "@daemonscope/daemonset/actions/changes/text/toleration-text";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { requirementText, taintText } from "@daemonscope/kube/matching/kubectl-notation";
import type { Translate } from "../i18n/translator.ts";

/** Text of a chip: a key of `whatIf.chip` and its values. */
export interface StepPhrase {
  readonly key: ChipKey;
  readonly values: Readonly<Record<string, string | number>>;
}

type ChipKey =
  | "taint"
  | "untaint"
  | "label"
  | "unlabel"
  | "cordon"
  | "uncordon"
  | "edit"
  | "restart"
  | "undo"
  | "apply"
  | "delete"
  | "orphan"
  | "deletePods"
  | "join"
  | "leave";

const MAX_NAMES = 2;

/** Names the chosen nodes in natural language. */
function nodeChoiceText(choice: NodeChoice, t: Translate): string {
  if (choice.kind === "all") return t("whatIf.nodes.all");
  if (choice.kind === "selector") return choice.selector;
  const { names } = choice;
  return names.length <= MAX_NAMES ? names.join(t("model.listComma")) : t("whatIf.nodes.count", { count: names.length });
}

const pairs = (map: Readonly<Record<string, string>>): readonly string[] => Object.entries(map).map(([key, value]) => `${key}=${value}`);
const arrow = (before: string | undefined, after: string, t: Translate): string =>
  before === undefined || before === after ? after : t("whatIf.chip.change", { before, after });

/** Returns the last part of an image, which is the one that changes. */
const imageWords = (image: string): string => image.split("/").at(-1) ?? image;

interface EditWords {
  readonly field: Parameters<typeof fieldKey>[0];
  readonly what: string;
}
const fieldKey = (
  field:
    | "image"
    | "tolerations"
    | "nodeSelector"
    | "affinity"
    | "strategy"
    | "budget"
    | "resources"
    | "priorityClass"
    | "hostPorts"
    | "manifest"
    | "annotation",
) => `whatIf.fields.${field}` as const;

function editWords(
  edit: Exclude<DaemonSetEdit, { kind: "restart" | "revision" }>,
  record: DaemonSetRecord | undefined,
  t: Translate,
): EditWords {
  switch (edit.kind) {
    case "image": {
      const current = record?.containers.find(({ name }) => name === edit.container)?.image;
      return { field: "image", what: arrow(current === undefined ? undefined : imageWords(current), imageWords(edit.image), t) };
    }
    case "tolerations":
      return { field: "tolerations", what: edit.to.length === 0 ? "—" : edit.to.map(tolerationWord).join(" ") };
    case "nodeSelector":
      return { field: "nodeSelector", what: [...pairs(edit.set), ...edit.remove.map((key) => `${key}-`)].join(" ") };
    case "affinity": {
      const terms = edit.to?.nodeSelectorTerms ?? [];
      return {
        field: "affinity",
        what: terms.map((term) => (term.matchExpressions ?? []).map(requirementText).join(" ")).join(" | ") || "—",
      };
    }
    case "resources": {
      const current = record?.containers.find(({ name }) => name === edit.container)?.requests ?? {};
      const set = Object.entries(edit.set).map(([resource, to]) => `${resource} ${arrow(current[resource], to, t)}`);
      return { field: "resources", what: [...set, ...edit.remove.map((resource) => `${resource}-`)].join(" ") };
    }
    case "priorityClass":
      return { field: "priorityClass", what: arrow(record?.priorityClassName, edit.to ?? "—", t) };
    case "hostPorts":
      return { field: "hostPorts", what: edit.ports.map(({ containerPort, hostPort }) => `${containerPort}=${hostPort ?? "—"}`).join(" ") };
    case "updateStrategyType":
      return { field: "strategy", what: arrow(record?.strategy, edit.to, t) };
    case "strategy":
      return { field: "strategy", what: `RollingUpdate ${edit.maxUnavailable}/${edit.maxSurge}` };
    case "limits":
      return { field: "budget", what: `maxUnavailable ${edit.maxUnavailable} maxSurge ${edit.maxSurge}` };
    case "budget":
      return { field: "budget", what: `${edit.field} ${edit.to}` };
    case "annotation":
      return { field: "annotation", what: `${edit.key}=${edit.value}` };
    case "manifest":
      return { field: "manifest", what: edit.manifest.metadata.name };
  }
}

/** Returns a step as the text of a chip. `recordOf`: the current DaemonSet. */
export function stepPhrase(step: Step, recordOf: (key: string) => DaemonSetRecord | undefined, t: Translate): StepPhrase {
  switch (step.kind) {
    case "taint":
      return { key: "taint", values: { nodes: nodeChoiceText(step.nodes, t), what: step.taints.map(taintText).join(" ") } };
    case "untaint": {
      const what = step.taints.map(({ key, effect }) => (effect === undefined ? key : `${key}:${effect}`)).join(" ");
      return { key: "untaint", values: { nodes: nodeChoiceText(step.nodes, t), what } };
    }
    case "label":
      return { key: "label", values: { nodes: nodeChoiceText(step.nodes, t), what: pairs(step.labels).join(" ") } };
    case "unlabel":
      return { key: "unlabel", values: { nodes: nodeChoiceText(step.nodes, t), what: step.keys.join(" ") } };
    case "cordon":
    case "uncordon":
      return { key: step.kind, values: { nodes: nodeChoiceText(step.nodes, t) } };
    case "leave": {
      const count = step.nodes.kind === "names" ? step.nodes.names.length : 2;
      return { key: "leave", values: { nodes: nodeChoiceText(step.nodes, t), count } };
    }
    case "edit": {
      const name = `${step.namespace}/${step.name}`;
      const { edit } = step;
      if (edit.kind === "restart") return { key: "restart", values: { name } };
      if (edit.kind === "revision") return { key: "undo", values: { name, what: edit.to } };
      const { field, what } = editWords(edit, recordOf(name), t);
      return { key: "edit", values: { name, field: t(fieldKey(field)), what } };
    }
    case "apply": {
      const { metadata, kind } = step.manifest;
      const field = t(kind === "Deployment" ? "whatIf.chip.fromDeployment" : "whatIf.chip.fromManifest");
      return { key: "apply", values: { name: `${metadata.namespace ?? "default"}/${metadata.name}`, field } };
    }
    case "delete":
      return { key: step.orphan ? "orphan" : "delete", values: { name: `${step.namespace}/${step.name}` } };
    case "deletePods":
      return { key: "deletePods", values: { count: step.pods.length, name: step.namespace } };
    case "join": {
      const { count, like, labels } = step.nodes;
      return { key: "join", values: { count, like: like === undefined ? pairs(labels).join(" ") : t("whatIf.chip.like", { node: like }) } };
    }
  }
}

const TAGS = /<\/?[a-z]+>/g;

/** Returns a step as plain text, without the emphasis of a chip. */
export function stepPhraseText(step: Step, t: Translate, recordOf: (key: string) => DaemonSetRecord | undefined = () => undefined): string {
  const { key, values } = stepPhrase(step, recordOf, t);
  return t(`whatIf.chip.${key}`, values).replaceAll(TAGS, "").replaceAll(/ {2,}/g, " ").trim();
}

/** Joins several steps, in order. */
export const stepsPhraseText = (steps: readonly Step[], t: Translate): string =>
  steps.map((step) => stepPhraseText(step, t)).join(t("model.semicolon"));
