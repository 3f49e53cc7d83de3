import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { stableJson } from "@daemonscope/kube/stable-json";
import type { ClusterState } from "../cluster-state.ts";
import { type ColumnarNodes, type Keyframe, WIRE_SCHEMA } from "../frame.ts";
import { changeSlots, countOf, NO_SLOTS, type Slots } from "../slots.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";

const READY = ["True", "False", "Unknown"] as const;

/** Gives each distinct text a number, in order of first sight. */
function dictionary<T>(keyOf: (value: T) => string): { readonly values: T[]; idOf(value: T): number } {
  const ids = new Map<string, number>();
  const values: T[] = [];
  return {
    values,
    idOf(value) {
      const key = keyOf(value);
      const known = ids.get(key);
      if (known !== undefined) return known;
      ids.set(key, values.length);
      return values.push(value) - 1;
    },
  };
}

/** With its fields in order: server and browser hold equal records whose fields came in another order. */
const inOrder = <T>(value: T): T => JSON.parse(stableJson(value)) as T;

/** *Invariant*: word ids are given column by column in the order of keys, never in the order in which an object happened to list its labels,
 *  so that server and browser write the same bytes. */
function encodeNodes(nodes: readonly NodeRecord[]): ColumnarNodes {
  const words = dictionary<string>((word) => word);
  const taintLists = dictionary<NodeRecord["taints"]>((taints) => (taints.length === 0 ? "" : stableJson(taints)));
  const columns = new Map<string, (string | undefined)[]>();
  const unschedulable: number[] = [];
  const taints: number[] = [];
  nodes.forEach((node, row) => {
    for (const key of Object.keys(node.labels)) {
      let column = columns.get(key);
      if (column === undefined) {
        column = new Array<string | undefined>(nodes.length).fill(undefined);
        columns.set(key, column);
      }
      column[row] = node.labels[key];
    }
    taints.push(taintLists.idOf(node.taints));
    if (node.unschedulable) unschedulable.push(row);
  });
  return {
    names: nodes.map((node) => node.name),
    uids: nodes.map((node) => node.uid),
    createdAtMs: nodes.map((node) => node.createdAtMs),
    ready: nodes.map((node) => READY.indexOf(node.ready)),
    readySinceMs: nodes.map((node) => node.readySinceMs ?? null),
    readyReasons: nodes.map((node) => node.readyReason ?? null),
    unschedulable,
    labels: [...columns]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, values]) => ({ key, values: values.map((value) => (value === undefined ? -1 : words.idOf(value))) })),
    words: words.values,
    taintLists: taintLists.values.map(inOrder),
    taints,
  };
}

function decodeNodes(columns: ColumnarNodes): readonly NodeRecord[] {
  const cordoned = new Set(columns.unschedulable);
  return columns.names.map((name, row) => {
    // Null prototype: a label called `__proto__` is a label like any other.
    const labels: Record<string, string> = Object.create(null);
    for (const { key, values } of columns.labels) {
      const word = columns.words[values[row] ?? -1];
      if (word !== undefined) labels[key] = word;
    }
    const readySinceMs = columns.readySinceMs[row];
    const readyReason = columns.readyReasons[row];
    return {
      name,
      uid: columns.uids[row] ?? "",
      labels,
      taints: columns.taintLists[columns.taints[row] ?? -1] ?? [],
      unschedulable: cordoned.has(row),
      ready: READY[columns.ready[row] ?? 2] ?? "Unknown",
      ...(readySinceMs === null || readySinceMs === undefined ? {} : { readySinceMs }),
      ...(readyReason === null || readyReason === undefined ? {} : { readyReason }),
      createdAtMs: columns.createdAtMs[row] ?? 0,
    };
  });
}

type FreeSlots = NonNullable<Keyframe["freeRows"]>;

/** Records at the slots that are not free, in order; undefined when free slots and records do not make one row of slots. */
function decodeSlots<T>(records: readonly T[], free: FreeSlots, nameOf: (record: T) => string): ReturnType<typeof changeSlots<T>> {
  const freed = new Set(free.map(([slot]) => slot));
  const put: (readonly [number, T])[] = [];
  let slot = 0;
  for (const record of records) {
    while (freed.has(slot)) slot++;
    put.push([slot++, record]);
  }
  return changeSlots(NO_SLOTS, [], { freed: free, put }, nameOf);
}

const freeOf = ({ freed }: Slots): FreeSlots => [...freed].sort(([a], [b]) => a - b);

/** Cells of taken rows and columns, column by column. */
function denseCells({ rows, columns, cells }: ClusterState): Uint8Array {
  const bytes = new Uint8Array(countOf(rows) * countOf(columns));
  let at = 0;
  for (const [column, key] of columns.names.entries()) {
    if (key === undefined) continue;
    const from = cells[column];
    for (const [row, name] of rows.names.entries()) if (name !== undefined) bytes[at++] = from?.[row] ?? 0;
  }
  return bytes;
}

function sparseCells(bytes: Uint8Array, rows: Slots, columns: Slots): readonly Uint8Array[] {
  let at = 0;
  return columns.names.map((key) => {
    const cells = new Uint8Array(key === undefined ? 0 : rows.names.length);
    if (key !== undefined) for (const [row, name] of rows.names.entries()) if (name !== undefined) cells[row] = bytes[at++] ?? 0;
    return cells;
  });
}

/** The whole state as one message; equal states give equal text after JSON.stringify (F1). O(nodes × labels + cells). */
export function encodeKeyframe(state: ClusterState): Keyframe {
  return {
    schema: WIRE_SCHEMA,
    epoch: state.epoch,
    seq: state.seq,
    at: state.at,
    cluster: state.cluster,
    nodes: encodeNodes(state.nodes.filter((node) => node !== undefined)),
    daemonSets: state.daemonSets.filter((record) => record !== undefined).map(inOrder),
    ...(state.rows.freed.size === 0 ? {} : { freeRows: freeOf(state.rows) }),
    ...(state.columns.freed.size === 0 ? {} : { freeColumns: freeOf(state.columns) }),
    cells: encodeBase64(denseCells(state)),
    sources: inOrder(state.sources),
  };
}

/** The state of a keyframe; undefined when it is damaged or of another schema. */
export function decodeKeyframe(keyframe: Keyframe): ClusterState | undefined {
  if (keyframe.schema !== WIRE_SCHEMA) return undefined;
  const bytes = decodeBase64(keyframe.cells);
  const rows = decodeSlots(decodeNodes(keyframe.nodes), keyframe.freeRows ?? [], ({ name }) => name);
  const columns = decodeSlots(keyframe.daemonSets, keyframe.freeColumns ?? [], ({ key }) => key);
  if (rows === undefined || columns === undefined || bytes?.length !== countOf(rows.slots) * countOf(columns.slots)) return undefined;
  return {
    epoch: keyframe.epoch,
    seq: keyframe.seq,
    at: keyframe.at,
    cluster: keyframe.cluster,
    sources: keyframe.sources,
    rows: rows.slots,
    columns: columns.slots,
    nodes: rows.records,
    daemonSets: columns.records,
    cells: sparseCells(bytes, rows.slots, columns.slots),
  };
}
