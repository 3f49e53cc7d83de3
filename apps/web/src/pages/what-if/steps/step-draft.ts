import type { Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { NodeChoice, Step } from "@daemonscope/daemonset/actions/changes/step";
import { tolerationWord } from "@daemonscope/daemonset/actions/changes/text/toleration-text";
import { formatStep } from "@daemonscope/daemonset/actions/steps/format-step";
import type { DaemonSetRecord } from "@daemonscope/daemonset/records/records";
import { requirementText, taintText } from "@daemonscope/kube/matching/kubectl-notation";

/** The kinds of forms. */
const DRAFT_KINDS = [
  "taint",
  "untaint",
  "label",
  "unlabel",
  "cordon",
  "uncordon",
  "edit",
  "apply",
  "delete",
  "join",
  "leave",
  "text",
] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

/** The parts of a DaemonSet that a form edits. */
export const EDIT_FIELDS = [
  "image",
  "tolerations",
  "nodeSelector",
  "affinity",
  "strategy",
  "resources",
  "priorityClass",
  "hostPorts",
  "manifest",
] as const;
export type EditField = (typeof EDIT_FIELDS)[number];

const DRAFT_FIELDS = [
  "by",
  "names",
  "selector",
  "key",
  "value",
  "effect",
  "daemonSet",
  "field",
  "container",
  "image",
  "tolerations",
  "nodeSelector",
  "affinity",
  "strategy",
  "maxUnavailable",
  "maxSurge",
  "cpu",
  "memory",
  "priorityClass",
  "containerPort",
  "hostPort",
  "manifest",
  "orphan",
  "count",
  "like",
  "labels",
  "taints",
  "text",
] as const;
export type DraftField = (typeof DRAFT_FIELDS)[number];

/** A step while the user edits it: texts of its form's fields. */
export interface StepDraft {
  readonly kind: DraftKind;
  readonly fields: Readonly<Record<DraftField, string>>;
}

const EMPTY = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, ""])) as Record<DraftField, string>;

/** Reports whether a kind of step targets nodes. */
export const isAtNodes = (kind: DraftKind): boolean =>
  ["taint", "untaint", "label", "unlabel", "cordon", "uncordon", "leave"].includes(kind);

const choiceFields = (choice: NodeChoice): Partial<Record<DraftField, string>> =>
  choice.kind === "names"
    ? { by: "names", names: choice.names.join(" ") }
    : choice.kind === "selector"
      ? { by: "selector", selector: choice.selector }
      : { by: "all" };

const draft = (kind: DraftKind, fields: Partial<Record<DraftField, string>>): StepDraft => ({
  kind,
  fields: {
    ...EMPTY,
    by: "names",
    effect: kind === "taint" ? "NoSchedule" : "",
    field: "image",
    count: kind === "join" ? "1" : "",
    ...fields,
  },
});

/** Returns the initial fields of a form. `selected`: nodes that were selected elsewhere. */
export function emptyDraft(
  kind: DraftKind,
  selected: readonly string[],
  record: DaemonSetRecord | undefined,
  field: EditField = "image",
): StepDraft {
  return draft(kind, {
    names: selected.join(" "),
    field,
    ...(record === undefined ? {} : { daemonSet: record.key, ...currentValues(record, field) }),
  });
}

/** Returns the fields of one part of the current DaemonSet. */
export function currentValues(record: DaemonSetRecord, field: EditField, container?: string): Partial<Record<DraftField, string>> {
  const shown = record.containers.find(({ name }) => name === container) ?? record.containers[0];
  const { placement, budget } = record;
  switch (field) {
    case "image":
      return { container: shown?.name ?? "", image: shown?.image ?? "" };
    case "tolerations":
      return { tolerations: placement.tolerations.map(tolerationWord).join("\n") };
    case "nodeSelector":
      return {
        nodeSelector: Object.entries(placement.nodeSelector)
          .map(([key, value]) => `${key}=${value}`)
          .join(" "),
      };
    case "affinity": {
      const terms = placement.requiredNodeAffinity?.nodeSelectorTerms ?? [];
      return { affinity: terms.length === 1 ? (terms[0]?.matchExpressions ?? []).map(requirementText).join(",") : "" };
    }
    case "strategy": {
      const known =
        budget.kind === "maxUnavailable" || budget.kind === "maxSurge"
          ? { maxUnavailable: "0", maxSurge: "0", [budget.kind]: budget.spec }
          : {};
      return { strategy: record.strategy, maxUnavailable: "1", maxSurge: "0", ...known };
    }
    case "resources":
      return { container: shown?.name ?? "", cpu: shown?.requests?.cpu ?? "", memory: shown?.requests?.memory ?? "" };
    case "priorityClass":
      return { priorityClass: record.priorityClassName ?? "" };
    case "hostPorts": {
      const port = shown?.ports?.[0];
      return { container: shown?.name ?? "", containerPort: String(port?.containerPort ?? ""), hostPort: String(port?.hostPort ?? "") };
    }
    case "manifest":
      return {};
  }
}

const jsonOf = (manifest: Manifest): string => JSON.stringify(manifest, null, 2);
const pairs = (map: Readonly<Record<string, string>>): string =>
  Object.entries(map)
    .map(([key, value]) => `${key}=${value}`)
    .join(" ");

/** Returns the form of an existing step. A step without a form is edited as text. */
export function draftOf(step: Step): StepDraft {
  const asText = (): StepDraft => draft("text", { text: formatStep(step) });
  switch (step.kind) {
    case "taint": {
      const [taint, second] = step.taints;
      if (taint === undefined || second !== undefined) return asText();
      return draft("taint", { ...choiceFields(step.nodes), key: taint.key, value: taint.value ?? "", effect: taint.effect });
    }
    case "untaint": {
      const [taint, second] = step.taints;
      if (taint === undefined || second !== undefined) return asText();
      return draft("untaint", { ...choiceFields(step.nodes), key: taint.key, effect: taint.effect ?? "" });
    }
    case "label": {
      const [pair, second] = Object.entries(step.labels);
      if (pair === undefined || second !== undefined) return asText();
      return draft("label", { ...choiceFields(step.nodes), key: pair[0], value: pair[1] });
    }
    case "unlabel":
      return step.keys.length === 1 ? draft("unlabel", { ...choiceFields(step.nodes), key: step.keys[0] ?? "" }) : asText();
    case "cordon":
    case "uncordon":
    case "leave":
      return draft(step.kind, choiceFields(step.nodes));
    case "apply":
      return draft("apply", { manifest: jsonOf(step.manifest) });
    case "delete":
      return draft("delete", { daemonSet: `${step.namespace}/${step.name}`, orphan: step.orphan ? "yes" : "" });
    case "join": {
      const { count, like = "", labels, taints, allocatable } = step.nodes;
      if (Object.keys(allocatable).length > 0) return asText();
      return draft("join", { count: String(count), like, labels: pairs(labels), taints: taints.map(taintText).join(" ") });
    }
    case "edit":
      return editDraft(step) ?? asText();
    case "deletePods":
      return asText();
  }
}

function editDraft({ namespace, name, edit }: Extract<Step, { kind: "edit" }>): StepDraft | undefined {
  const editForm = (field: EditField, fields: Partial<Record<DraftField, string>>) =>
    draft("edit", { daemonSet: `${namespace}/${name}`, field, ...fields });
  switch (edit.kind) {
    case "image":
      return editForm("image", { container: edit.container, image: edit.image });
    case "tolerations":
      return editForm("tolerations", { tolerations: edit.to.map(tolerationWord).join("\n") });
    case "nodeSelector":
      return editForm("nodeSelector", {
        nodeSelector: [pairs(edit.set), ...edit.remove.map((key) => `${key}-`)].filter(Boolean).join(" "),
      });
    case "resources": {
      const { cpu = "", memory = "", ...others } = edit.set;
      return Object.keys(others).length > 0 ? undefined : editForm("resources", { container: edit.container, cpu, memory });
    }
    case "priorityClass":
      return editForm("priorityClass", { priorityClass: edit.to ?? "" });
    case "updateStrategyType":
      return editForm("strategy", { strategy: edit.to, maxUnavailable: "1", maxSurge: "0" });
    case "strategy":
    case "limits":
      return editForm("strategy", {
        strategy: "RollingUpdate",
        maxUnavailable: String(edit.maxUnavailable),
        maxSurge: String(edit.maxSurge),
      });
    case "hostPorts": {
      const [port, second] = edit.ports;
      if (port === undefined || second !== undefined || port.protocol !== undefined) return undefined;
      return editForm("hostPorts", {
        container: edit.container,
        containerPort: String(port.containerPort),
        hostPort: String(port.hostPort ?? ""),
      });
    }
    case "manifest":
      return editForm("manifest", { manifest: jsonOf(edit.manifest) });
    default:
      return undefined;
  }
}
