import { inARow } from "@daemonscope/kube/in-a-row";
import { stableJson } from "@daemonscope/kube/stable-json";
import type { ClusterState } from "../cluster-state.ts";
import { type Keyframe, type NodeColumns, WIRE_SCHEMA } from "../frame.ts";
import { countOf, filledSlots, type Slots } from "../slots.ts";
import { decodeCellColumn, encodeCellColumn } from "./cell-column.ts";
import { readNodes } from "./read-nodes.ts";
import { NodesWriter } from "./write-nodes.ts";

/** With its fields in order: server and browser hold equal records whose fields came in another order. */
const inOrder = <T>(value: T): T => JSON.parse(stableJson(value)) as T;

type FreeSlots = NonNullable<Keyframe["freeRows"]>;

const freeOf = ({ freed }: Slots): FreeSlots => [...freed].sort(([a], [b]) => a - b);

/** Undefined when the texts are not of so many columns and rows. */
function* sparseCells(texts: readonly string[], rows: Slots, columns: Slots): Generator<undefined, readonly Uint8Array[] | undefined> {
  if (texts.length !== countOf(columns)) return undefined;
  const count = countOf(rows);
  const left = texts.values();
  const cells: Uint8Array[] = [];
  for (const key of columns.names) {
    yield;
    const bytes = key === undefined ? NO_CELLS : decodeCellColumn(left.next().value ?? "", count);
    if (bytes === undefined) return undefined;
    if (key === undefined || rows.freed.size === 0) {
      cells.push(bytes);
      continue;
    }
    const column = new Uint8Array(rows.names.length);
    let at = 0;
    for (const [row, name] of rows.names.entries()) if (name !== undefined) column[row] = bytes[at++] ?? 0;
    cells.push(column);
  }
  return cells;
}

const NO_CELLS = new Uint8Array(0);

/** So many nodes are written in a part: some milliseconds. */
const NODES_A_PART = 2000;

const written = new WeakMap<ClusterState["nodes"], NodeColumns>();

/** Remembered: nodes stay the same for long where cells change all the time, and nearly all of a keyframe is nodes. */
function* nodeColumns(rows: ClusterState["nodes"]): Generator<undefined, NodeColumns> {
  const known = written.get(rows);
  if (known !== undefined) return known;
  const nodes = rows.filter((node) => node !== undefined);
  const writer = new NodesWriter(nodes);
  for (const [at, node] of nodes.entries()) {
    writer.put(node);
    if (at % NODES_A_PART === NODES_A_PART - 1) yield;
  }
  const made = writer.columns;
  written.set(rows, made);
  return made;
}

/** The whole state as one message, a part at a time, for whoever has others waiting: the state does not change meanwhile. */
export function* keyframeParts(state: ClusterState): Generator<undefined, Keyframe> {
  const { rows, columns, cells } = state;
  const nodes = yield* nodeColumns(state.nodes);
  const taken = rows.freed.size === 0 ? undefined : rows.names.flatMap((name, row) => (name === undefined ? [] : [row]));
  const texts: string[] = [];
  for (const [column, key] of columns.names.entries()) {
    if (key === undefined) continue;
    yield;
    const bytes = cells[column] ?? NO_CELLS;
    texts.push(encodeCellColumn(taken === undefined ? bytes : Uint8Array.from(taken, (row) => bytes[row] ?? 0)));
  }
  return {
    schema: WIRE_SCHEMA,
    epoch: state.epoch,
    seq: state.seq,
    at: state.at,
    cluster: state.cluster,
    nodes,
    daemonSets: state.daemonSets.filter((record) => record !== undefined).map(inOrder),
    ...(state.rows.freed.size === 0 ? {} : { freeRows: freeOf(state.rows) }),
    ...(state.columns.freed.size === 0 ? {} : { freeColumns: freeOf(state.columns) }),
    cells: texts,
    sources: inOrder(state.sources),
  };
}

/** The whole state as one message; equal states give equal text after JSON.stringify (F1). O(nodes × labels + cells). */
export function encodeKeyframe(state: ClusterState): Keyframe {
  return inARow(keyframeParts(state));
}

/** The state of a keyframe; undefined when it is damaged or of another schema. */
export function decodeKeyframe(keyframe: Keyframe): ClusterState | undefined {
  return inARow(readKeyframe(keyframe));
}

/** The same, a part at a time. */
export function* readKeyframe(keyframe: Keyframe): Generator<undefined, ClusterState | undefined> {
  if (keyframe.schema !== WIRE_SCHEMA) return undefined;
  try {
    return yield* stateOf(keyframe);
  } catch {
    // What is damaged may have any shape.
    return undefined;
  }
}

function* stateOf(keyframe: Keyframe): Generator<undefined, ClusterState | undefined> {
  const rows = yield* filledSlots(yield* readNodes(keyframe.nodes), keyframe.freeRows ?? [], ({ name }) => name);
  const columns = yield* filledSlots(keyframe.daemonSets, keyframe.freeColumns ?? [], ({ key }) => key);
  if (rows === undefined || columns === undefined) return undefined;
  const cells = yield* sparseCells(keyframe.cells, rows.slots, columns.slots);
  if (cells === undefined) return undefined;
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
    cells,
  };
}
