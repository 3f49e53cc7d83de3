import { POOL_LABELS } from "@daemonscope/kube/well-known";
import { CellColumn } from "@daemonscope/shared/cell-column";
import type { AnonymousWords } from "./anonymous-words.ts";

/** Fields that hold words of Kubernetes or of ours, numbers as text, or versions. */
const KEPT_FIELDS: ReadonlySet<string> = new Set(
  `act apiVersion epoch effect field kind kubeletVersion log maxSurge maxUnavailable operator patience phase protocol ready resourceVersion slowest
  state status step strategy templateGeneration type version`.split(/\s+/),
);
/** Fields whose own fields are named by people. */
const LABELS: ReadonlySet<string> = new Set(["labels", "annotations", "matchLabels", "nodeSelector"]);
/** Of a checkpoint, the fields in which lists are as long as the cluster is large. */
const LISTS: ReadonlySet<string> = new Set(["", "saved", "rows", "state", "set", "columns"]);
/** Of kubectl's notation: what stands before `=`, `in` or `notin` is the key of a label or a taint. */
const NOTATIONS: ReadonlySet<string> = new Set(["selector", "nodeSelector", "taint"]);

/** Of the API one word; what the scheduler says is a sentence. */
const REASONS: ReadonlySet<string> = new Set(["reason", "readyReason"]);
const ONE_WORD = /^[A-Za-z]+$/;
const GENERATION = "deprecated.daemonset.template.generation";
/** Keys by which the page groups nodes, or which mean something to the controller. */
const KNOWN_KEYS: ReadonlySet<string> = new Set([
  GENERATION,
  "controller-revision-hash",
  "pod-template-generation",
  "metadata.name",
  ...POOL_LABELS,
]);
const KUBERNETES_KEY = /^(?:[a-z0-9-]+\.)*kubernetes\.io\//;
/** What stands behind the slash here is named by people. */
const NAMED_BY_PEOPLE = /^((?:node-role|node-restriction)\.kubernetes\.io\/)(.*)$/;

const BETWEEN_PARTS = /,(?![^(]*\))/;
const KEY_FIRST = /^(!?)([^=!\s:]+)(.*)$/su;

function keyOf(key: string, words: AnonymousWords): string {
  if (KNOWN_KEYS.has(key)) return key;
  const [, prefix, name] = NAMED_BY_PEOPLE.exec(key) ?? [];
  if (prefix !== undefined && name !== undefined) return prefix + words.of(name);
  return KUBERNETES_KEY.test(key) ? key : words.of(key);
}

function notation(text: string, words: AnonymousWords): string {
  if (text === "<none>") return text;
  return text
    .split(BETWEEN_PARTS)
    .map((part) => {
      const [, not = "", key = "", rest = ""] = KEY_FIRST.exec(part) ?? [];
      return not + keyOf(key, words) + words.of(rest);
    })
    .join(",");
}

function textOf(text: string, field: string, isLabelKey: boolean, words: AnonymousWords): string {
  if (KEPT_FIELDS.has(field)) return text;
  if (field === "keys" || (field === "key" && isLabelKey)) return keyOf(text, words);
  if (REASONS.has(field) && ONE_WORD.test(text)) return text;
  return NOTATIONS.has(field) ? notation(text, words) : words.of(text);
}

function labelsOf(labels: Readonly<Record<string, unknown>>, words: AnonymousWords): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(labels).map(([key, value]) => [
      keyOf(key, words),
      typeof value === "string" && key !== GENERATION ? words.of(value) : value,
    ]),
  );
}

/** Plain data of a log with other words in place of all that may name something. What is no text stays; so does what stands in KEPT_FIELDS, and each name of a field. */
export function anonymousValue<T>(value: T, words: AnonymousWords): T {
  return renamed(value, "", false, words) as T;
}

/** So many items of a list are renamed in a part. */
const ITEMS_A_PART = 100;

/** The same, of a large object whose fields, and theirs, may be long lists. */
export function* anonymousInParts<T>(value: T, words: AnonymousWords): Generator<undefined, T> {
  return (yield* renamedInParts(value, "", words)) as T;
}

function* renamedInParts(value: unknown, field: string, words: AnonymousWords): Generator<undefined, unknown> {
  // An item may have lists of its own.
  if (field === "sets" && Array.isArray(value)) {
    const made: unknown[] = [];
    for (const item of value) made.push(yield* renamedInParts(item, "set", words));
    return made;
  }
  if (Array.isArray(value)) {
    const made: unknown[] = [];
    for (const item of value) {
      made.push(renamed(item, field, false, words));
      if (made.length % ITEMS_A_PART === 0) yield;
    }
    return made;
  }
  yield;
  // What leads to lists has no labels, and no keys of any.
  if (!LISTS.has(field) || typeof value !== "object" || value === null || value instanceof Map) return renamed(value, field, false, words);
  const made: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) made.push([key, yield* renamedInParts(item, key, words)]);
  return Object.fromEntries(made);
}

/** A group without a domain, or one of Kubernetes' own; also what is no object of an API. */
function isOfKubernetes(apiVersion: unknown): boolean {
  if (typeof apiVersion !== "string") return true;
  const [group = "", version] = apiVersion.split("/");
  return version === undefined || !group.includes(".") || group.endsWith(".k8s.io");
}

function renamed(value: unknown, field: string, isLabelKey: boolean, words: AnonymousWords): unknown {
  if (typeof value === "string") return textOf(value, field, isLabelKey, words);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || value instanceof CellColumn) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, field, isLabelKey, words));
  if (value instanceof Map)
    return new Map([...value].map(([key, item]) => [renamed(key, "", false, words), renamed(item, field, isLabelKey, words)]));
  const fields = value as Readonly<Record<string, unknown>>;
  if (LABELS.has(field)) return labelsOf(fields, words);
  if (field === "requests") return value;
  const isOfLabel = "operator" in fields || "effect" in fields;
  const isOfPeople = !isOfKubernetes(fields.apiVersion);
  return Object.fromEntries(
    Object.entries(fields).map(([key, item]) => {
      // What owns an object may be of a kind that people made, in a group that is called after them.
      if (isOfPeople && (key === "kind" || key === "apiVersion") && typeof item === "string") return [key, words.of(item)];
      return [key, renamed(item, key, isOfLabel, words)];
    }),
  );
}
