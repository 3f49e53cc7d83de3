import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { stableJson } from "@daemonscope/kube/stable-json";
import type { NodeColumns, NodeKind } from "../frame.ts";
import { nameAfter, partsOfName, restAfter, stepBetween } from "./numbered-names.ts";
import { DamagedText, readText, type TextReader } from "./text-reader.ts";
import { TextWriter } from "./text-writer.ts";
import { decodeUids, encodeUids } from "./uid-column.ts";

const SECOND_MS = 1000;
const FIRST_VALUE = 2;

/** Numbers one after the other. */
function textOfNumbers(write: (writer: TextWriter) => void): string {
  const writer = new TextWriter();
  write(writer);
  return writer.text;
}

function writeNames(writer: TextWriter, nodes: readonly NodeRecord[]): void {
  let before: readonly string[] = [""];
  for (const { name } of nodes) {
    const step = stepBetween(before, name);
    writer.number(step === undefined ? 0 : step.part + 1);
    if (step === undefined) writer.string(name);
    else {
      writer.signed(step.grown);
      for (const each of step.rest) writer.number(each);
    }
    before = partsOfName(name);
  }
}

function readName(reader: TextReader, before: readonly string[]): string {
  const part = reader.number() - 1;
  if (part < 0) return reader.string();
  const grown = reader.signed();
  const rest: number[] = [];
  for (let left = restAfter(before, part); left > 0; left--) rest.push(reader.number());
  const name = nameAfter(before, { part, grown, rest });
  if (name === undefined) throw new DamagedText();
  return name;
}

/** Gives each distinct text a number, in order of first sight. */
class Places {
  readonly texts: string[] = [];
  readonly #places = new Map<string, number>();

  placeOf(text: string): number {
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    this.#places.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

/** *Invariant*: values are numbered key by key, in the order of keys, never in the order in which an object happened to list its labels, so that server and browser write the same. */
function labelColumns(nodes: readonly NodeRecord[]): NodeColumns["labels"] {
  const keys = new Set<string>();
  for (const { labels } of nodes) for (const key of Object.keys(labels)) keys.add(key);
  return [...keys].sort().map((key) => {
    const values = new Places();
    const of = textOfNumbers((writer) => {
      for (const { name, labels } of nodes) {
        const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
        writer.number(value === undefined ? 0 : value === name ? 1 : values.placeOf(value) + FIRST_VALUE);
      }
    });
    return { key, values: values.texts, of };
  });
}

function kindOf({ taints, unschedulable, ready, readyReason }: NodeRecord): string {
  return stableJson({ taints, unschedulable, ready, ...(readyReason === undefined ? {} : { readyReason }) });
}

/** The columns of nodes; equal records give equal columns. O(nodes × labels). */
export function encodeNodes(nodes: readonly NodeRecord[]): NodeColumns {
  const isWhole = nodes.every(({ createdAtMs, readySinceMs = 0 }) => createdAtMs % SECOND_MS === 0 && readySinceMs % SECOND_MS === 0);
  const unitMs = isWhole ? SECOND_MS : 1;
  const kinds = new Places();
  let before = 0;
  return {
    count: nodes.length,
    names: textOfNumbers((writer) => writeNames(writer, nodes)),
    uids: encodeUids(nodes.map(({ uid }) => uid)),
    createdAt: textOfNumbers((writer) => {
      for (const { createdAtMs } of nodes) {
        writer.signed((createdAtMs - before) / unitMs);
        before = createdAtMs;
      }
    }),
    readySince: textOfNumbers((writer) => {
      for (const { readySinceMs, createdAtMs } of nodes) {
        if (readySinceMs === undefined) writer.number(0);
        else {
          const after = (readySinceMs - createdAtMs) / unitMs;
          writer.number(1 + (after < 0 ? -2 * after - 1 : 2 * after));
        }
      }
    }),
    unitMs,
    kindOf: textOfNumbers((writer) => {
      for (const node of nodes) writer.number(kinds.placeOf(kindOf(node)));
    }),
    kinds: kinds.texts.map((text) => JSON.parse(text) as NodeKind),
    labels: labelColumns(nodes),
  };
}

function columnOf<T>(text: string, count: number, read: (reader: TextReader, at: number) => T): readonly T[] {
  const column = readText(text, (reader) => {
    const entries: T[] = [];
    for (let at = 0; at < count; at++) entries.push(read(reader, at));
    return entries;
  });
  if (column === undefined) throw new DamagedText();
  return column;
}

const unsigned = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

/** The nodes of columns. Throws DamagedText, or whatever columns bring about that are none. */
export function decodeNodes({ count, ...columns }: NodeColumns): readonly NodeRecord[] {
  const { unitMs, kinds, labels } = columns;
  let parts: readonly string[] = [""];
  const names = columnOf(columns.names, count, (reader) => {
    const name = readName(reader, parts);
    parts = partsOfName(name);
    return name;
  });
  const uids = decodeUids(columns.uids, count);
  let before = 0;
  const createdAtMs = columnOf(columns.createdAt, count, (reader) => {
    before += reader.signed() * unitMs;
    return before;
  });
  const readySince = columnOf(columns.readySince, count, (reader) => reader.number());
  const places = columnOf(columns.kindOf, count, (reader) => reader.number());
  const labelsOf = labels.map(({ key, values, of }) => ({ key, values, of: columnOf(of, count, (reader) => reader.number()) }));
  return names.map((name, at) => {
    // Null prototype: a label called `__proto__` is a label like any other.
    const own: Record<string, string> = Object.create(null);
    for (const { key, values, of } of labelsOf) {
      const place = of[at] ?? 0;
      const value = place === 1 ? name : values[place - FIRST_VALUE];
      if (place > 0 && value === undefined) throw new DamagedText();
      if (value !== undefined) own[key] = value;
    }
    const kind = kinds[places[at] ?? -1];
    if (kind === undefined) throw new DamagedText();
    const madeMs = createdAtMs[at] ?? 0;
    const since = readySince[at] ?? 0;
    return {
      name,
      uid: uids[at] ?? "",
      labels: own,
      ...kind,
      ...(since === 0 ? {} : { readySinceMs: madeMs + unsigned(since - 1) * unitMs }),
      createdAtMs: madeMs,
    };
  });
}
