import { SOURCES } from "@daemonscope/kube/source-status";
import {
  LAB_BACKUP_SECONDS,
  LAB_IMAGE_KINDS,
  LAB_PROBES,
  LAB_REFUSALS,
  LAB_SKEW_SECONDS,
  type LabVerb,
  type LabVerbs,
} from "@daemonscope/shared/http/lab";
import type { LabWord } from "../lab-text.ts";

/** One input of a form. */
export type FormField =
  | {
      readonly name: string;
      readonly word: LabWord;
      readonly kind: "node" | "daemonSet" | "cause" | "text" | "manifest";
      readonly optional?: true;
    }
  | {
      readonly name: string;
      readonly word: LabWord;
      readonly kind: "number";
      readonly min: number;
      readonly max: number;
      readonly start: number;
    }
  | {
      readonly name: string;
      readonly word: LabWord;
      readonly kind: "choice";
      /** An empty choice is left out of the command. */
      readonly choices: readonly { readonly value: string; readonly word?: LabWord }[];
    };

/** A command of free play: its inputs, and its fixed parameters. */
export interface Form {
  readonly word: LabWord;
  readonly verb: LabVerb;
  readonly fields: readonly FormField[];
  readonly fixed?: Readonly<Record<string, unknown>>;
}

const node: FormField = { name: "node", word: "node", kind: "node" };
const daemonSet: FormField = { name: "daemonSet", word: "daemonSet", kind: "daemonSet" };
const podName: FormField = { name: "name", word: "podName", kind: "text" };
const key: FormField = { name: "key", word: "key", kind: "text" };
const value: FormField = { name: "value", word: "value", kind: "text", optional: true };
const choicesOf = (values: readonly string[]) => values.map((each) => ({ value: each }));
const effect: FormField = {
  name: "effect",
  word: "effect",
  kind: "choice",
  choices: choicesOf(["NoSchedule", "NoExecute", "PreferNoSchedule"]),
};
const resource: FormField = { name: "resource", word: "resource", kind: "choice", choices: choicesOf(SOURCES) };
const anyResource: FormField = { ...resource, choices: [{ value: "", word: "everyKind" }, ...choicesOf(SOURCES)] };

/** The available commands, grouped by their object. */
export const FORM_GROUPS: readonly { readonly word: LabWord; readonly forms: readonly Form[] }[] = [
  {
    word: "onNodes",
    forms: [
      { word: "add-node", verb: "add-node", fields: [{ name: "like", word: "like", kind: "node", optional: true }] },
      { word: "remove-node", verb: "remove-node", fields: [node] },
      { word: "label", verb: "label", fields: [node, key, { name: "value", word: "value", kind: "text" }] },
      { word: "unlabel", verb: "label", fields: [node, key] },
      { word: "taint", verb: "taint", fields: [node, key, value, effect] },
      { word: "untaint", verb: "untaint", fields: [node, key, effect] },
      { word: "cordon", verb: "cordon", fields: [node] },
      { word: "uncordon", verb: "uncordon", fields: [node] },
      { word: "not-ready", verb: "break-node", fields: [node], fixed: { how: "notReady" } },
      { word: "silent", verb: "break-node", fields: [node], fixed: { how: "silent" } },
      {
        word: "skew-clock",
        verb: "skew-clock",
        fields: [
          { name: "node", word: "nodeOrAll", kind: "node", optional: true },
          { name: "seconds", word: "secondsAhead", kind: "number", min: -LAB_SKEW_SECONDS, max: LAB_SKEW_SECONDS, start: 90 },
        ],
      },
      {
        word: "add-static-pod",
        verb: "add-static-pod",
        fields: [node, podName, { name: "image", word: "image", kind: "text", optional: true }],
      },
      { word: "remove-static-pod", verb: "remove-static-pod", fields: [node, podName] },
      { word: "heal-node", verb: "heal-node", fields: [node] },
    ],
  },
  {
    word: "onDaemonSets",
    forms: [
      {
        word: "set-image",
        verb: "set-image",
        fields: [
          daemonSet,
          {
            name: "kind",
            word: "kind",
            kind: "choice",
            choices: LAB_IMAGE_KINDS.map((kind) => ({ value: kind, word: kind === "slow" ? "slowly" : kind })),
          },
        ],
      },
      { word: "apply", verb: "apply", fields: [{ name: "manifest", word: "manifest", kind: "manifest" }] },
      { word: "delete-pod", verb: "delete-pod", fields: [daemonSet, node] },
      {
        word: "fail-probe",
        verb: "fail-probe",
        fields: [
          daemonSet,
          node,
          {
            name: "probe",
            word: "probe",
            kind: "choice",
            choices: LAB_PROBES.map((probe) => (probe === "none" ? { value: probe, word: "noProbe" } : { value: probe })),
          },
        ],
      },
      { word: "produce-cause", verb: "cause", fields: [daemonSet, node, { name: "cause", word: "cause", kind: "cause" }] },
      { word: "end-cause", verb: "cause", fields: [daemonSet, node], fixed: { cause: "none" } },
      { word: "delete-daemonset", verb: "delete-daemonset", fields: [daemonSet] },
      { word: "orphan", verb: "delete-daemonset", fields: [daemonSet], fixed: { orphan: true } },
    ],
  },
  {
    word: "onApi",
    forms: [
      { word: "stop-scheduler", verb: "scheduler", fields: [], fixed: { runs: false } },
      { word: "start-scheduler", verb: "scheduler", fields: [], fixed: { runs: true } },
      { word: "reset-watches", verb: "drop-watches", fields: [anyResource], fixed: { how: "reset" } },
      { word: "end-watches", verb: "drop-watches", fields: [anyResource], fixed: { how: "end" } },
      { word: "stall", verb: "stall", fields: [anyResource] },
      { word: "resume", verb: "resume", fields: [anyResource] },
      { word: "expire-history", verb: "expire-history", fields: [] },
      {
        word: "older-state",
        verb: "older-state",
        fields: [{ name: "secondsAgo", word: "secondsAgo", kind: "number", min: 1, max: LAB_BACKUP_SECONDS, start: 30 }],
      },
      {
        word: "refuse",
        verb: "refuse",
        fields: [
          resource,
          { name: "status", word: "status", kind: "choice", choices: choicesOf(LAB_REFUSALS.map(String)) },
          { name: "times", word: "times", kind: "number", min: 1, max: 100, start: 3 },
        ],
      },
      { word: "slow", verb: "slow", fields: [{ name: "ms", word: "delay", kind: "number", min: 0, max: 10_000, start: 2000 }] },
      { word: "garbage", verb: "garbage", fields: [anyResource] },
      { word: "forbid", verb: "forbid", fields: [resource] },
      { word: "allow", verb: "allow", fields: [resource] },
    ],
  },
];

export const FORMS: readonly Form[] = FORM_GROUPS.flatMap(({ forms }) => forms);

/** A frequent fault: a form with its values. The other fields have their first values. */
export interface Fault {
  readonly word: LabWord;
  readonly form: LabWord;
  readonly values: Readonly<Record<string, string>>;
}

export const FAULTS: readonly Fault[] = [
  { word: "breakNode", form: "not-ready", values: {} },
  { word: "breakTaint", form: "taint", values: { key: "dedicated", value: "lab", effect: "NoExecute" } },
  { word: "breakImage", form: "set-image", values: { kind: "missing" } },
  { word: "breakQuota", form: "produce-cause", values: { cause: "quotaExceeded" } },
  { word: "breakApi", form: "stall", values: {} },
];

/** Returns the body of a form's command. Numbers are numbers, a DaemonSet is two names, and empty inputs are left
 *  out. */
export function bodyOf({ verb, fields, fixed }: Form, values: Readonly<Record<string, string>>): LabVerbs[LabVerb] {
  const body: Record<string, unknown> = { ...fixed };
  for (const field of fields) {
    const text = values[field.name] ?? "";
    if (field.kind === "daemonSet") [body.namespace, body.daemonSet] = text.split("/");
    else if (field.kind === "number" || (verb === "refuse" && field.name === "status")) body[field.name] = Number(text);
    // A label may have an empty value. All other empty inputs are left out.
    else if (text !== "" || (verb === "label" && field.name === "value")) body[field.name] = text;
  }
  return body as LabVerbs[LabVerb];
}
