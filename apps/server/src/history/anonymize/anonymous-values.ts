import { NODE_SIGNS } from "@daemonscope/kube/node-signs";
import { POOL_LABELS } from "@daemonscope/kube/well-known";
import { CellColumn } from "@daemonscope/shared/state/cell-column";
import type { Pseudonyms } from "./pseudonyms.ts";

/** Fields with words of Kubernetes or of Daemonscope, numbers as text, or versions. */
const KEPT_FIELDS: ReadonlySet<string> = new Set(
  `act apiVersion epoch effect field kind kubeletVersion log maxSurge maxUnavailable operator patience phase protocol ready resourceVersion role signs slowest
  state status step strategy templateGeneration type version`.split(/\s+/),
);
/** Maps whose keys users choose. */
const LABELS: ReadonlySet<string> = new Set(["labels", "annotations", "matchLabels", "nodeSelector"]);
/** The fields on the paths to the long lists of a checkpoint; "" is its root. */
const LISTS: ReadonlySet<string> = new Set(["", "saved", "rows", "state", "set", "columns"]);
/** Quantities by resource. */
const QUANTITIES: ReadonlySet<string> = new Set(["requests", "limits"]);
/** Fields in kubectl's notation: each part begins with the key of a label or a taint, possibly after a `!`. */
const NOTATIONS: ReadonlySet<string> = new Set(["selector", "nodeSelector", "taint"]);

/** A reason of the API is one word; a reason of the scheduler is a sentence. */
const REASONS: ReadonlySet<string> = new Set(["reason", "readyReason"]);
const ONE_WORD = /^[A-Za-z]+$/;
const GENERATION = "deprecated.daemonset.template.generation";
/** Keys by which the page groups nodes, or that the controller or a known controller of upgrades uses. */
const KNOWN_KEYS: ReadonlySet<string> = new Set([
  GENERATION,
  "controller-revision-hash",
  "pod-template-generation",
  "metadata.name",
  "app",
  "nvidia.com/ofed-driver",
  "nvidia.com/gpu-driver-upgrade-state",
  "nvidia.com/ofed-driver-upgrade-state",
  "nvidia.com/mig.config.state",
  "rollouts.kruise.io/daemonset-advanced-control",
  "rollouts.kruise.io/daemonset-original-update-strategy",
  ...POOL_LABELS,
  ...NODE_SIGNS.flatMap(({ from, key }) => (from === "taint" ? [key] : [])),
]);
const PUBLIC_KEY = /^(?:(?:[a-z0-9-]+\.)*kubernetes\.io\/|nvidia\.com\/gpu\.deploy\.)/;
/** The part after the slash is chosen by users. */
const USER_NAMED_KEY = /^((?:node-role|node-restriction)\.kubernetes\.io\/)(.*)$/;

const BETWEEN_PARTS = /,(?![^(]*\))/;
const KEY_FIRST = /^(!?)([^=!\s:]+)(.*)$/su;

function keyOf(key: string, words: Pseudonyms): string {
  if (KNOWN_KEYS.has(key)) return key;
  const [, prefix, name] = USER_NAMED_KEY.exec(key) ?? [];
  if (prefix !== undefined && name !== undefined) return prefix + words.of(name);
  return PUBLIC_KEY.test(key) ? key : words.of(key);
}

function notationText(text: string, words: Pseudonyms): string {
  if (text === "<none>") return text;
  return text
    .split(BETWEEN_PARTS)
    .map((part) => {
      const [, not = "", key = "", rest = ""] = KEY_FIRST.exec(part) ?? [];
      return not + keyOf(key, words) + words.of(rest);
    })
    .join(",");
}

function textOf(text: string, field: string, isLabelKey: boolean, words: Pseudonyms): string {
  if (KEPT_FIELDS.has(field)) return text;
  if (field === "keys" || (field === "key" && isLabelKey)) return keyOf(text, words);
  if (REASONS.has(field) && ONE_WORD.test(text)) return text;
  return NOTATIONS.has(field) ? notationText(text, words) : words.of(text);
}

function labelsOf(labels: Readonly<Record<string, unknown>>, words: Pseudonyms): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(labels).map(([key, value]) => [
      keyOf(key, words),
      typeof value === "string" && key !== GENERATION ? words.of(value) : value,
    ]),
  );
}

/**
 * Replaces all words in plain data of a log that may name something. Field names, the fields in KEPT_FIELDS, resource
 * requests, reasons of one word, and values that are no text remain. Keys of labels follow `keyOf`.
 */
export function anonymizeValue<T>(value: T, words: Pseudonyms): T {
  return renamed(value, "", false, words) as T;
}

/** Number of list items that one time slice renames. */
const ITEMS_PER_SLICE = 100;

/** Does the same in time slices, for a large object whose fields may be long lists. */
export function* anonymousInParts<T>(value: T, words: Pseudonyms): Generator<undefined, T> {
  return (yield* renamedInParts(value, "", words)) as T;
}

function* renamedInParts(value: unknown, field: string, words: Pseudonyms): Generator<undefined, unknown> {
  // An item may contain lists.
  if (field === "sets" && Array.isArray(value)) {
    const renamedItems: unknown[] = [];
    for (const item of value) renamedItems.push(yield* renamedInParts(item, "set", words));
    return renamedItems;
  }
  if (Array.isArray(value)) {
    const renamedItems: unknown[] = [];
    for (const item of value) {
      renamedItems.push(renamed(item, field, false, words));
      if (renamedItems.length % ITEMS_PER_SLICE === 0) yield;
    }
    return renamedItems;
  }
  yield;
  // Objects on the path to a list have no labels or other user-chosen keys.
  if (!LISTS.has(field) || typeof value !== "object" || value === null || value instanceof Map) return renamed(value, field, false, words);
  const renamedItems: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) renamedItems.push([key, yield* renamedInParts(item, key, words)]);
  return Object.fromEntries(renamedItems);
}

/** Reports whether a group has no domain or belongs to Kubernetes. True for values that are no API version. */
function isOfKubernetes(apiVersion: unknown): boolean {
  if (typeof apiVersion !== "string") return true;
  const [group = "", version] = apiVersion.split("/");
  return version === undefined || !group.includes(".") || group.endsWith(".k8s.io");
}

function renamed(value: unknown, field: string, isLabelKey: boolean, words: Pseudonyms): unknown {
  if (typeof value === "string") return textOf(value, field, isLabelKey, words);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || value instanceof CellColumn) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, field, isLabelKey, words));
  if (value instanceof Map)
    return new Map([...value].map(([key, item]) => [renamed(key, "", false, words), renamed(item, field, isLabelKey, words)]));
  const fields = value as Readonly<Record<string, unknown>>;
  if (LABELS.has(field)) return labelsOf(fields, words);
  if (QUANTITIES.has(field)) return value;
  const hasLabelKey = "operator" in fields || "effect" in fields;
  const isCustomGroup = !isOfKubernetes(fields.apiVersion);
  return Object.fromEntries(
    Object.entries(fields).map(([key, item]) => {
      // An owner may be a custom kind, in a group that is named after its author.
      if (isCustomGroup && (key === "kind" || key === "apiVersion") && typeof item === "string") return [key, words.of(item)];
      return [key, renamed(item, key, hasLabelKey, words)];
    }),
  );
}
