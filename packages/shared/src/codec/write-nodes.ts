import { type NodeKind, nodeKindOf, nodeKindText } from "@daemonscope/daemonset/records/node-fields";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { compareTexts } from "@daemonscope/kube/base/compare-texts";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import type { WireNodeColumns } from "../state/frame.ts";
import { partsOfName, stepBetween } from "./numbered-names.ts";
import { FIRST_VALUE } from "./read-nodes.ts";
import { TextWriter } from "./text-writer.ts";
import { UidWriter } from "./write-uids.ts";

const SECOND_MS = 1000;

/** Numbers distinct texts in order of first use. */
class TextIndexes {
  readonly texts: string[] = [];
  readonly #indexes = new Map<string, number>();

  indexOf(text: string): number {
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#indexes.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

/** Writes one label for all nodes: one number per node, 0 for nodes without the label. */
class LabelWriter {
  readonly values = new TextIndexes();
  readonly #of = new TextWriter();
  #count = 0;

  put(at: number, value: string, name: string): void {
    this.#fillTo(at);
    this.#of.number(value === name ? 1 : this.values.indexOf(value) + FIRST_VALUE);
    this.#count++;
  }

  textOf(count: number): string {
    this.#fillTo(count);
    return this.#of.text;
  }

  #fillTo(count: number): void {
    for (; this.#count < count; this.#count++) this.#of.number(0);
  }
}

/**
 * Writes node columns, one node at a time; equal records give equal columns. O(labels) per node.
 * *Invariant*: values are numbered per key, and keys are sorted, so that server and browser write the same text.
 */
export class NodesWriter {
  readonly #unitMs: number;
  readonly #names = new TextWriter();
  readonly #uids = new UidWriter();
  readonly #createdAt = new TextWriter();
  readonly #readySince = new TextWriter();
  readonly #kindOf = new TextWriter();
  readonly #kinds = new TextIndexes();
  /** Indexes of kinds by a text that is cheaper than the JSON of the columns. */
  readonly #kindIndexes = new Map<string, number>();
  readonly #labels = new Map<string, LabelWriter>();
  #count = 0;
  #parts: readonly string[] = [""];
  #previousCreatedAtMs = 0;

  /** `nodes`: all nodes that follow, because they determine the unit of the times. */
  constructor(nodes: readonly NodeRecord[]) {
    const isWhole = nodes.every(({ createdAtMs, readySinceMs = 0 }) => createdAtMs % SECOND_MS === 0 && readySinceMs % SECOND_MS === 0);
    this.#unitMs = isWhole ? SECOND_MS : 1;
  }

  put(node: NodeRecord): void {
    const { name, createdAtMs, readySinceMs, labels } = node;
    this.#putName(name);
    this.#uids.put(node.uid);
    this.#createdAt.signed((createdAtMs - this.#previousCreatedAtMs) / this.#unitMs);
    this.#previousCreatedAtMs = createdAtMs;
    if (readySinceMs === undefined) this.#readySince.number(0);
    else {
      const after = (readySinceMs - createdAtMs) / this.#unitMs;
      this.#readySince.number(1 + (after < 0 ? -2 * after - 1 : 2 * after));
    }
    this.#kindOf.number(this.#kindIndexOf(node));
    for (const key of Object.keys(labels)) this.#labelOf(key).put(this.#count, labels[key] ?? "", name);
    this.#count++;
  }

  get columns(): WireNodeColumns {
    const labels = [...this.#labels].sort(([a], [b]) => compareTexts(a, b));
    return {
      count: this.#count,
      names: this.#names.text,
      uids: this.#uids.column,
      createdAt: this.#createdAt.text,
      readySince: this.#readySince.text,
      unitMs: this.#unitMs,
      kindOf: this.#kindOf.text,
      kinds: this.#kinds.texts.map((text) => JSON.parse(text) as NodeKind),
      labels: labels.map(([key, label]) => ({ key, values: label.values.texts, of: label.textOf(this.#count) })),
    };
  }

  #putName(name: string): void {
    const parts = partsOfName(name);
    const step = stepBetween(this.#parts, parts);
    this.#names.number(step === undefined ? 0 : step.part + 1);
    if (step === undefined) this.#names.string(name);
    else {
      this.#names.signed(step.grown);
      for (const each of step.rest) this.#names.number(each);
    }
    this.#parts = parts;
  }

  #kindIndexOf(node: NodeRecord): number {
    const text = nodeKindText(node);
    let index = this.#kindIndexes.get(text);
    if (index === undefined) {
      index = this.#kinds.indexOf(stableJson(nodeKindOf(node)));
      this.#kindIndexes.set(text, index);
    }
    return index;
  }

  #labelOf(key: string): LabelWriter {
    let label = this.#labels.get(key);
    if (label === undefined) {
      label = new LabelWriter();
      this.#labels.set(key, label);
    }
    return label;
  }
}
