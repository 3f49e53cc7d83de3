import { type Alias, type Document, isAlias, isMap, isPair, isScalar, isSeq, type Scalar, visit, type YAMLMap, type YAMLSeq } from "yaml";
import type { DuplicateKeys } from "./duplicate-keys.ts";
import type { ScalarRecorder } from "./scalar-sources.ts";
import { keyText, ScalarError, scalarValue } from "./scalar-value.ts";

/** Deeper than any manifest, but shallow enough that recursive functions do not overflow the stack. */
export const DEPTH_LIMIT = 100;

/** A value is nested deeper than `DEPTH_LIMIT`. */
export class TooDeepError extends Error {}

/** YAML that cannot be a value, at an offset in its document. */
export class YamlValueError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const MERGE_TAG = "tag:yaml.org,2002:merge";
const WANTS_MAP = "<< merges a map or a list of maps";

// Limits of go-yaml: 99 % of the values of a document may come from aliases, and fewer in a large document.
const FREE_ALIASED_VALUES = 100;
const FREE_VALUES = 1000;
const RATIO_FALLS_FROM = 400_000;
const RATIO_FALLS_TO = 4_000_000;
const HIGH_RATIO = 0.99;
const LOW_RATIO = 0.1;

function allowedAliasRatio(values: number): number {
  if (values <= RATIO_FALLS_FROM) return HIGH_RATIO;
  if (values >= RATIO_FALLS_TO) return LOW_RATIO;
  return HIGH_RATIO - (HIGH_RATIO - LOW_RATIO) * ((values - RATIO_FALLS_FROM) / (RATIO_FALLS_TO - RATIO_FALLS_FROM));
}

const offsetOf = (node: unknown): number => (node as { readonly range?: readonly number[] | null } | null)?.range?.[0] ?? 0;
const textOf = (node: Scalar): string => node.source ?? String(node.value ?? "");

function isMergeKey(key: unknown): boolean {
  if (!isScalar(key)) return false;
  return key.tag === undefined ? key.type === "PLAIN" && key.source === "<<" : key.tag === MERGE_TAG && textOf(key) === "<<";
}

function setOwn(holder: Record<string, unknown>, key: string, value: unknown): void {
  // An assignment to __proto__ sets no field.
  if (key === "__proto__") Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
  else holder[key] = value;
}

interface ValueNotes {
  readonly recorder: ScalarRecorder;
  readonly duplicates: DuplicateKeys;
  readonly lineAt: (offset: number) => number;
}

/** Turns the syntax tree of one document into a JSON value. Source: go-yaml v2, decode.go; sigs.k8s.io/yaml. */
class DocumentReader {
  readonly #document: Document;
  readonly #notes: ValueNotes;
  /** The node that each alias names. Built at the first alias, because few documents have one. */
  #targets: ReadonlyMap<Alias, unknown> | undefined;
  readonly #openAliases = new Set<Alias>();
  #values = 0;
  #aliasedValues = 0;

  constructor(document: Document, notes: ValueNotes) {
    this.#document = document;
    this.#notes = notes;
  }

  value(node: unknown, depth: number): unknown {
    if (depth > DEPTH_LIMIT) throw new TooDeepError();
    this.#count(node);
    if (isAlias(node)) return this.#throughAlias(node, (target) => this.value(target, depth));
    if (isScalar(node)) return this.#scalar(node);
    if (isMap(node)) return this.#map(node.items, depth);
    return isSeq(node) ? this.#list(node, depth) : null;
  }

  #count(node: unknown): void {
    this.#values++;
    if (this.#openAliases.size > 0) this.#aliasedValues++;
    const isFew = this.#aliasedValues <= FREE_ALIASED_VALUES || this.#values <= FREE_VALUES;
    if (!isFew && this.#aliasedValues / this.#values > allowedAliasRatio(this.#values))
      throw new YamlValueError("Excessive aliasing", offsetOf(node));
  }

  #scalar(node: Scalar): ReturnType<typeof scalarValue> {
    try {
      const value = scalarValue(textOf(node), node.tag, node.type === "PLAIN");
      if (typeof value === "number" && !Number.isFinite(value)) throw new ScalarError(`${textOf(node)} is no number of JSON`);
      return typeof value === "bigint" ? Number(value) : value;
    } catch (cause) {
      throw cause instanceof ScalarError ? new YamlValueError(cause.message, offsetOf(node)) : cause;
    }
  }

  #list(node: YAMLSeq, depth: number): unknown[] {
    const list: unknown[] = [];
    for (const item of node.items) {
      // A pair in a list, as in [a: b], is a map of one entry.
      const value = isPair(item) ? this.#map([item], depth + 1) : this.value(item, depth + 1);
      this.#noteSource(item, list, list.push(value) - 1, value);
    }
    return list;
  }

  #map(pairs: YAMLMap["items"], depth: number): unknown {
    const holder: Record<string, unknown> = {};
    this.#readPairs(pairs, holder, depth);
    return holder;
  }

  /** Reads the entries of a map in order. Each overwrites an earlier one, and so do the entries of a merged map. */
  #readPairs(pairs: YAMLMap["items"], holder: Record<string, unknown>, depth: number): void {
    const keys = new Set<string>();
    for (const { key: keyNode, value: valueNode } of pairs) {
      if (isMergeKey(keyNode)) {
        this.#merge(valueNode, holder, depth);
        continue;
      }
      const key = this.#key(keyNode);
      if (keys.has(key) && this.#openAliases.size === 0)
        this.#notes.duplicates.add(pairs, key, () => this.#notes.lineAt(offsetOf(keyNode)));
      keys.add(key);
      const value = this.value(valueNode, depth + 1);
      if (Object.hasOwn(holder, key)) this.#notes.recorder.forget(holder, key);
      setOwn(holder, key, value);
      this.#noteSource(valueNode, holder, key, value);
    }
  }

  #merge(node: unknown, holder: Record<string, unknown>, depth: number): void {
    if (isSeq(node)) {
      // Earlier maps of the list take precedence, so they are merged last.
      for (const item of node.items.toReversed()) this.#mergeMap(item, holder, depth);
    } else this.#mergeMap(node, holder, depth);
  }

  #mergeMap(node: unknown, holder: Record<string, unknown>, depth: number): void {
    this.#count(node);
    if (isAlias(node)) {
      this.#throughAlias(node, (target) => {
        if (!isMap(target)) throw new YamlValueError(WANTS_MAP, offsetOf(node));
        this.#readPairs(target.items, holder, depth);
      });
    } else if (isMap(node)) this.#readPairs(node.items, holder, depth);
    else throw new YamlValueError(WANTS_MAP, offsetOf(node));
  }

  #key(node: unknown): string {
    if (isAlias(node)) return this.#throughAlias(node, (target) => this.#key(target));
    if (node !== null && node !== undefined && !isScalar(node)) throw new YamlValueError("A key is a map or a list", offsetOf(node));
    try {
      return isScalar(node) ? keyText(textOf(node), node.tag, node.type === "PLAIN") : keyText("", undefined, true);
    } catch (cause) {
      throw cause instanceof ScalarError ? new YamlValueError(cause.message, offsetOf(node)) : cause;
    }
  }

  #throughAlias<T>(alias: Alias, read: (target: unknown) => T): T {
    if (this.#openAliases.has(alias)) throw new YamlValueError("An anchor contains itself", offsetOf(alias));
    this.#targets ??= aliasTargets(this.#document);
    if (!this.#targets.has(alias)) throw new YamlValueError("The anchor of an alias is unknown", offsetOf(alias));
    this.#openAliases.add(alias);
    try {
      return read(this.#targets.get(alias));
    } finally {
      this.#openAliases.delete(alias);
    }
  }

  #noteSource(node: unknown, holder: object, key: string | number, value: unknown): void {
    if (typeof value !== "number" && typeof value !== "boolean") return;
    const target = isAlias(node) ? this.#targets?.get(node) : node;
    if (isScalar(target) && textOf(target) !== String(value)) this.#notes.recorder.record(holder, key, textOf(target));
  }
}

/** An alias names the last node before it that has its anchor. Unknown aliases have no entry. */
function aliasTargets(document: Document): ReadonlyMap<Alias, unknown> {
  const anchored = new Map<string, unknown>();
  const targets = new Map<Alias, unknown>();
  visit(document, (_key, node) => {
    if (isAlias(node)) {
      if (anchored.has(node.source)) targets.set(node, anchored.get(node.source));
    } else if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) anchored.set(node.anchor, node);
  });
  return targets;
}

/** Returns the JSON value of a document. Throws YamlValueError and TooDeepError. */
export const yamlValue = (document: Document, notes: ValueNotes): unknown =>
  document.contents === null ? null : new DocumentReader(document, notes).value(document.contents, 0);
