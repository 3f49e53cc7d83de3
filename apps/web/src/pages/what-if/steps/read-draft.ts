import type { DaemonSetEdit, Manifest } from "@daemonscope/daemonset/actions/changes/change";
import type { NodeChoice, Step } from "@daemonscope/daemonset/actions/changes/step";
import { readToleration } from "@daemonscope/daemonset/actions/changes/text/toleration-text";
import { parseStep } from "@daemonscope/daemonset/actions/steps/parse-step";
import { MAX_JOINING_NODES } from "@daemonscope/daemonset/actions/steps/resolve-step";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { splitKey } from "@daemonscope/kube/base/object-key";
import { matchesRequirements, parseLabelSelector, type SelectorOperator } from "@daemonscope/kube/matching/label-selector";
import { isLabelValue, isQualifiedName } from "@daemonscope/kube/matching/label-syntax";
import type { IntOrString, NodeSelector, StringMap, Taint } from "@daemonscope/kube/objects";
import { scaleRoundUp } from "@daemonscope/kube/values/int-or-percent";
import { exactQuantity } from "@daemonscope/kube/values/quantity";
import { type DraftField, type EditField, isAtNodes, type StepDraft } from "./step-draft.ts";

/** The problem of a field: a key of `whatIf.form.problems` and its parameters. */
export interface DraftProblem {
  readonly code: ProblemCode;
  readonly params?: Readonly<Record<string, string | number>>;
}

type ProblemCode =
  | "noNodes"
  | "noSelector"
  | "matchesNone"
  | "badSelector"
  | "unknownNode"
  | "key"
  | "value"
  | "noDaemonSet"
  | "noImage"
  | "quantity"
  | "limit"
  | "bothZero"
  | "bothSet"
  | "port"
  | "count"
  | "noSelectorEdit"
  | "manifest"
  | "manifestKind"
  | "manifestName"
  | "manifestOther"
  | "tooLarge"
  | "unreadable"
  | "unreadableEmpty";

export type DraftProblems = Readonly<Partial<Record<DraftField, DraftProblem>>>;
type ReadDraft = { readonly kind: "step"; readonly step: Step } | { readonly kind: "problems"; readonly problems: DraftProblems };

/** The facts against which a draft is checked. `manifest`: the parsed text of the editor; undefined if it is not
 *  available. */
interface DraftFacts {
  readonly nodes: readonly NodeRecord[];
  readonly manifest: Manifest | { readonly problem: string } | undefined;
}

/** The maximum length of a manifest, in characters. Its step must fit into a request to our server. */
export const MANIFEST_LIMIT = 1_000_000;

/** The problem of a form field. `readDraft` catches it, so that it never leaves this file. */
class DraftFieldError extends Error {
  readonly field: DraftField;
  readonly problem: DraftProblem;

  constructor(field: DraftField, code: ProblemCode, params?: DraftProblem["params"]) {
    super(code);
    this.field = field;
    this.problem = params === undefined ? { code } : { code, params };
  }
}

const MAX_SHOWN_LENGTH = 60;
/** Maximum length of a parser's sentence, with the line that it names. */
const MAX_WHY = 400;
const shown = (text: string): string => (text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text);
const words = (text: string): readonly string[] => text.split(/[\s,]+/).filter((word) => word !== "");

/** Returns the number of nodes that a selector matches; undefined if it is invalid. */
export function matchCount(selector: string, nodes: readonly NodeRecord[]): number | undefined {
  const parsed = parseLabelSelector(selector);
  return "problem" in parsed ? undefined : nodes.filter(({ labels }) => matchesRequirements(parsed.requirements, labels)).length;
}

function choiceOf({ by, names, selector }: StepDraft["fields"], nodes: readonly NodeRecord[]): NodeChoice {
  if (by === "all") return { kind: "all" };
  if (by === "selector") {
    const text = selector.trim();
    if (text === "") throw new DraftFieldError("selector", "noSelector");
    const parsed = parseLabelSelector(text);
    if ("problem" in parsed) throw new DraftFieldError("selector", "badSelector", { selector: shown(text), why: parsed.problem });
    if (matchCount(text, nodes) === 0) throw new DraftFieldError("selector", "matchesNone", { selector: shown(text) });
    return { kind: "selector", selector: text };
  }
  const list = words(names);
  if (list.length === 0) throw new DraftFieldError("names", "noNodes");
  const known = new Set(nodes.map(({ name }) => name));
  const unknown = list.find((name) => !known.has(name));
  if (unknown !== undefined) throw new DraftFieldError("names", "unknownNode", { name: shown(unknown) });
  return { kind: "names", names: [...new Set(list)] };
}

function labelKey(text: string, field: DraftField = "key"): string {
  const key = text.trim();
  if (!isQualifiedName(key)) throw new DraftFieldError(field, "key", { text: shown(key) });
  return key;
}

function labelValue(text: string, field: DraftField = "value"): string {
  const value = text.trim();
  if (!isLabelValue(value)) throw new DraftFieldError(field, "value", { text: shown(value) });
  return value;
}

function pairsOf(text: string, field: DraftField): StringMap {
  const pairs = words(text).map((word): readonly [string, string] => {
    const equals = word.indexOf("=");
    return [labelKey(equals < 0 ? word : word.slice(0, equals), field), labelValue(equals < 0 ? "" : word.slice(equals + 1), field)];
  });
  return Object.fromEntries(pairs);
}

const taintsOf = (text: string): readonly Taint[] =>
  words(text).map((word) => {
    const colon = word.lastIndexOf(":");
    const [key = "", ...value] = word.slice(0, colon < 0 ? word.length : colon).split("=");
    labelKey(key, "taints");
    return {
      key,
      ...(value.length === 0 ? {} : { value: labelValue(value.join("="), "taints") }),
      effect: colon < 0 ? "NoSchedule" : word.slice(colon + 1),
    };
  });

const OPERATORS: Readonly<Record<SelectorOperator, string>> = {
  in: "In",
  notin: "NotIn",
  exists: "Exists",
  absent: "DoesNotExist",
  gt: "Gt",
  lt: "Lt",
};

function affinityOf(text: string): { readonly to?: NodeSelector } {
  if (text.trim() === "") return {};
  const parsed = parseLabelSelector(text);
  if ("problem" in parsed) throw new DraftFieldError("affinity", "badSelector", { selector: shown(text), why: parsed.problem });
  const matchExpressions = parsed.requirements.map(({ key, operator, values }) => ({
    key,
    operator: OPERATORS[operator],
    ...(values.length === 0 ? {} : { values }),
  }));
  return { to: { nodeSelectorTerms: [{ matchExpressions }] } };
}

function limitOf(text: string, field: "maxUnavailable" | "maxSurge"): IntOrString {
  const limit = text.trim();
  const value: IntOrString = /^\d{1,9}$/.test(limit) ? Number(limit) : limit;
  if (limit === "" || (typeof value === "string" && scaleRoundUp(value, 100) === undefined))
    throw new DraftFieldError(field, "limit", { text: shown(limit) });
  return value;
}

function portOf(text: string, field: DraftField): number {
  const port = Number(text.trim());
  if (!/^\d{1,5}$/.test(text.trim()) || port < 1 || port > 65_535) throw new DraftFieldError(field, "port", { text: shown(text.trim()) });
  return port;
}

function quantitiesOf(fields: StepDraft["fields"]): Pick<Extract<DaemonSetEdit, { kind: "resources" }>, "set" | "remove"> {
  const quantities = (["cpu", "memory"] as const).map((resource) => [resource, fields[resource].trim()] as const);
  for (const [resource, text] of quantities)
    if (text !== "" && exactQuantity(text) === undefined) throw new DraftFieldError(resource, "quantity", { text: shown(text) });
  return {
    set: Object.fromEntries(quantities.filter(([, text]) => text !== "")),
    remove: quantities.flatMap(([resource, text]) => (text === "" ? [resource] : [])),
  };
}

function manifestOf({ manifest: text }: StepDraft["fields"], { manifest }: DraftFacts): Manifest {
  if (text.length > MANIFEST_LIMIT)
    throw new DraftFieldError("manifest", "tooLarge", { size: `${(text.length / 1_000_000).toFixed(1)} MB` });
  if (manifest === undefined) throw new DraftFieldError("manifest", "manifest", { why: "…" });
  if ("problem" in manifest) throw new DraftFieldError("manifest", "manifest", { why: String(manifest.problem).slice(0, MAX_WHY) });
  const written = manifest as Manifest;
  if (written.kind !== "DaemonSet" && written.kind !== "Deployment")
    throw new DraftFieldError("manifest", "manifestKind", { kind: shown(String(written.kind)) });
  if (typeof written.metadata?.name !== "string" || written.metadata.name === "") throw new DraftFieldError("manifest", "manifestName");
  return written;
}

function editOf(fields: StepDraft["fields"], facts: DraftFacts): DaemonSetEdit {
  const field = fields.field as EditField;
  switch (field) {
    case "image": {
      const image = fields.image.trim();
      if (image === "" || /\s/.test(image)) throw new DraftFieldError("image", "noImage");
      return { kind: "image", container: fields.container, image };
    }
    case "tolerations":
      return { kind: "tolerations", to: words(fields.tolerations).map(readToleration) };
    case "nodeSelector": {
      const list = words(fields.nodeSelector);
      const removed = list.filter((word) => word.endsWith("-") && !word.includes("="));
      const set = pairsOf(list.filter((word) => !removed.includes(word)).join(" "), "nodeSelector");
      if (list.length === 0) throw new DraftFieldError("nodeSelector", "noSelectorEdit");
      return { kind: "nodeSelector", set, remove: removed.map((word) => word.slice(0, -1)) };
    }
    case "affinity":
      return { kind: "affinity", ...affinityOf(fields.affinity) };
    case "strategy": {
      if (fields.strategy === "OnDelete") return { kind: "updateStrategyType", to: "OnDelete" };
      const maxUnavailable = limitOf(fields.maxUnavailable, "maxUnavailable");
      const maxSurge = limitOf(fields.maxSurge, "maxSurge");
      const isZero = (value: IntOrString) => scaleRoundUp(value, 100) === 0;
      if (isZero(maxUnavailable) && isZero(maxSurge)) throw new DraftFieldError("maxUnavailable", "bothZero");
      if (!isZero(maxUnavailable) && !isZero(maxSurge)) throw new DraftFieldError("maxSurge", "bothSet");
      return { kind: "strategy", maxUnavailable, maxSurge };
    }
    case "resources":
      return { kind: "resources", container: fields.container, ...quantitiesOf(fields) };
    case "priorityClass": {
      const to = fields.priorityClass.trim();
      return { kind: "priorityClass", ...(to === "" ? {} : { to: labelKey(to, "priorityClass") }) };
    }
    case "hostPorts": {
      const hostPort = fields.hostPort.trim() === "" ? null : portOf(fields.hostPort, "hostPort");
      return {
        kind: "hostPorts",
        container: fields.container,
        ports: [{ containerPort: portOf(fields.containerPort, "containerPort"), hostPort }],
      };
    }
    case "manifest": {
      const manifest = manifestOf(fields, facts);
      const name = `${manifest.metadata.namespace ?? "default"}/${manifest.metadata.name}`;
      if (name !== fields.daemonSet) throw new DraftFieldError("manifest", "manifestOther", { name: shown(name) });
      return { kind: "manifest", manifest };
    }
  }
}

function setOf({ daemonSet }: StepDraft["fields"]): { readonly namespace: string; readonly name: string } {
  const [namespace, name] = splitKey(daemonSet);
  if (namespace === "" || name === "") throw new DraftFieldError("daemonSet", "noDaemonSet");
  return { namespace, name };
}

function stepOf({ kind, fields }: StepDraft, facts: DraftFacts): Step {
  const nodes: NodeChoice = isAtNodes(kind) ? choiceOf(fields, facts.nodes) : { kind: "all" };
  switch (kind) {
    case "taint": {
      const value = labelValue(fields.value);
      return { kind, nodes, taints: [{ key: labelKey(fields.key), ...(value === "" ? {} : { value }), effect: fields.effect }] };
    }
    case "untaint":
      return { kind, nodes, taints: [{ key: labelKey(fields.key), ...(fields.effect === "" ? {} : { effect: fields.effect }) }] };
    case "label":
      return { kind, nodes, labels: { [labelKey(fields.key)]: labelValue(fields.value) } };
    case "unlabel":
      return { kind, nodes, keys: [labelKey(fields.key)] };
    case "cordon":
    case "uncordon":
    case "leave":
      return { kind, nodes };
    case "edit":
      return { kind, ...setOf(fields), edit: editOf(fields, facts) };
    case "apply":
      return { kind, manifest: manifestOf(fields, facts) };
    case "delete":
      return { kind, ...setOf(fields), orphan: fields.orphan !== "" };
    case "join": {
      const count = Number(fields.count.trim());
      if (!/^\d{1,6}$/.test(fields.count.trim()) || count < 1 || count > MAX_JOINING_NODES)
        throw new DraftFieldError("count", "count", { most: MAX_JOINING_NODES });
      const like = fields.like.trim();
      if (like !== "" && !facts.nodes.some(({ name }) => name === like))
        throw new DraftFieldError("like", "unknownNode", { name: shown(like) });
      const labels = pairsOf(fields.labels, "labels");
      return { kind, nodes: { count, ...(like === "" ? {} : { like }), labels, taints: taintsOf(fields.taints), allocatable: {} } };
    }
    case "text": {
      const read = parseStep(fields.text);
      if (read.kind !== "unreadable") return read;
      const code = read.word === "" ? "unreadableEmpty" : "unreadable";
      throw new DraftFieldError("text", code, { word: shown(read.word), needs: read.expected });
    }
  }
}

/** Parses the fields of a form into a step, or returns the first problem. Pure; a selector is checked against the
 *  current nodes. */
export function readDraft(draft: StepDraft, facts: DraftFacts): ReadDraft {
  try {
    return { kind: "step", step: stepOf(draft, facts) };
  } catch (cause) {
    if (!(cause instanceof DraftFieldError)) throw cause;
    return { kind: "problems", problems: { [cause.field]: cause.problem } };
  }
}
