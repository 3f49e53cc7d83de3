import type { NodeKind } from "@daemonscope/daemonset/records/node-fields";
import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import type { WireNodeColumns } from "../state/frame.ts";
import { partsAfter, partsOfName, restAfter } from "./numbered-names.ts";
import { decodeUids } from "./read-uids.ts";
import { DamagedText, TextReader } from "./text-reader.ts";

/** The first index of a label value: 0 means no label, 1 the name of the node. */
export const FIRST_VALUE = 2;

/** Nodes read in one time slice of some milliseconds. */
const NODES_PER_SLICE = 2000;

function readParts(reader: TextReader, before: readonly string[]): readonly string[] {
  const part = reader.number() - 1;
  if (part < 0) return partsOfName(reader.string());
  const grown = reader.signed();
  const rest: number[] = [];
  for (let left = restAfter(before, part); left > 0; left--) rest.push(reader.number());
  const parts = partsAfter(before, { part, grown, rest });
  if (parts === undefined) throw new DamagedText();
  return parts;
}

/**
 * Creates label records without inherited fields, so that `__proto__` is a label like any other. A constructor saves
 * memory: an object with a null prototype is a hash table and takes five times as much.
 */
const Labels = (() => {
  function Bare() {}
  Bare.prototype = Object.create(null);
  return Bare as unknown as new () => Record<string, string>;
})();

const unsigned = (value: number): number => (value % 2 === 0 ? value / 2 : -(value + 1) / 2);

function recordOf(
  name: string,
  uid: string,
  labels: Record<string, string>,
  kind: NodeKind,
  createdAtMs: number,
  readySinceMs?: number,
): NodeRecord {
  return readySinceMs === undefined
    ? { name, uid, labels, ...kind, createdAtMs }
    : { name, uid, labels, ...kind, readySinceMs, createdAtMs };
}

/** Decodes node columns in time slices. Throws DamagedText; malformed columns may throw other errors. */
export function* readNodes({ count, ...columns }: WireNodeColumns): Generator<undefined, readonly NodeRecord[]> {
  const { unitMs, kinds } = columns;
  const uids = decodeUids(columns.uids, count);
  yield;
  const names = new TextReader(columns.names);
  const createdAt = new TextReader(columns.createdAt);
  const readySince = new TextReader(columns.readySince);
  const kindOf = new TextReader(columns.kindOf);
  const labels = columns.labels.map(({ key, values, of }) => ({ key, values, of: new TextReader(of) }));
  const nodes: NodeRecord[] = [];
  let parts: readonly string[] = [""];
  let createdMs = 0;
  for (let at = 0; at < count; at++) {
    parts = readParts(names, parts);
    const name = parts.join("");
    createdMs += createdAt.signed() * unitMs;
    const since = readySince.number();
    const kind = kinds[kindOf.number()];
    if (kind === undefined) throw new DamagedText();
    const nodeLabels = new Labels();
    for (const { key, values, of } of labels) {
      const index = of.number();
      if (index === 0) continue;
      const value = index === 1 ? name : values[index - FIRST_VALUE];
      if (value === undefined) throw new DamagedText();
      nodeLabels[key] = value;
    }
    nodes.push(
      recordOf(name, uids[at] ?? "", nodeLabels, kind, createdMs, since === 0 ? undefined : createdMs + unsigned(since - 1) * unitMs),
    );
    if (at % NODES_PER_SLICE === NODES_PER_SLICE - 1) yield;
  }
  for (const { isAtEnd } of [names, createdAt, readySince, kindOf, ...labels.map(({ of }) => of)]) if (!isAtEnd) throw new DamagedText();
  return nodes;
}
