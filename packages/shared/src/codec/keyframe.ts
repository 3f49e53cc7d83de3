import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { drain } from "@daemonscope/kube/base/drain";
import { stableJson } from "@daemonscope/kube/values/stable-json";
import { CellColumn } from "../state/cell-column.ts";
import type { ClusterState, ClusterStateOf } from "../state/cluster-state.ts";
import { type Keyframe, type KeyframeHead, type KeyframePart, WIRE_SCHEMA, type WireNodeColumns } from "../state/frame.ts";
import type { RowIds } from "../state/row-ids.ts";
import { encodeCellColumn } from "./cell-column.ts";
import { KeyframeReader } from "./keyframe-reader.ts";
import { NodesWriter } from "./write-nodes.ts";

/** Sorts the fields, because server and browser may hold equal records with fields in different orders. */
const inOrder = <T>(value: T): T => JSON.parse(stableJson(value)) as T;

type FreeSlots = NonNullable<KeyframeHead["freeRows"]>;

const freeOf = ({ freed }: RowIds): FreeSlots => [...freed].sort(([a], [b]) => a - b);

/**
 * Nodes in each part except the last. A reader reports its progress by parts. A part costs some milliseconds and, with
 * random uids, 0.1 MB.
 */
export const NODES_PER_PART = 5000;
/** Nodes read or written between two yields: some milliseconds before the code is compiled. */
const NODES_PER_SLICE = 500;

const columnsCache = new WeakMap<ClusterStateOf["nodes"], readonly WireNodeColumns[]>();

/**
 * Yields the node columns of each part. Cached, because nodes change rarely, cells change often, and most of a keyframe
 * is nodes.
 */
function* nodeColumns(rows: ClusterStateOf["nodes"]): Generator<WireNodeColumns | undefined, void> {
  const cached = columnsCache.get(rows);
  if (cached !== undefined) return yield* cached;
  const columnsOfParts: WireNodeColumns[] = [];
  let row = 0;
  for (;;) {
    const part: NodeRecord[] = [];
    for (; row < rows.length && part.length < NODES_PER_PART; row++) {
      const node = rows.at(row);
      if (node !== undefined) part.push(node);
      if (row % NODES_PER_SLICE === NODES_PER_SLICE - 1) yield undefined;
    }
    if (part.length === 0) break;
    const writer = new NodesWriter(part);
    for (const [at, node] of part.entries()) {
      writer.put(node);
      if (at % NODES_PER_SLICE === NODES_PER_SLICE - 1) yield undefined;
    }
    const { columns } = writer;
    columnsOfParts.push(columns);
    yield columns;
  }
  columnsCache.set(rows, columnsOfParts);
}

function headOf(state: ClusterStateOf): KeyframeHead {
  const { rows, columns, daemonSets } = state;
  return {
    schema: WIRE_SCHEMA,
    epoch: state.epoch,
    seq: state.seq,
    at: state.at,
    cluster: state.cluster,
    sources: inOrder(state.sources),
    nodes: rows.names.length - rows.freed.size,
    ...(rows.freed.size === 0 ? {} : { freeRows: freeOf(rows) }),
    ...(columns.freed.size === 0 ? {} : { freeColumns: freeOf(columns) }),
    daemonSets: daemonSets.filter((record) => record !== undefined).map(inOrder),
  };
}

function* partsOf(state: ClusterStateOf): Generator<KeyframePart | undefined, void> {
  const { rows, columns, cells } = state;
  const taken = rows.freed.size === 0 ? undefined : rows.names.flatMap((name, row) => (name === undefined ? [] : [row]));
  let from = 0;
  for (const nodes of nodeColumns(state.nodes)) {
    yield undefined;
    if (nodes === undefined) continue;
    const to = from + nodes.count;
    const texts: string[] = [];
    for (const [column, key] of columns.names.entries()) {
      if (key === undefined) continue;
      const bytes = (cells[column] ?? CellColumn.EMPTY).now;
      texts.push(
        encodeCellColumn(taken === undefined ? bytes.subarray(from, to) : Uint8Array.from(taken.slice(from, to), (row) => bytes[row] ?? 0)),
      );
    }
    yield { nodes, cells: texts };
    from = to;
  }
}

/**
 * Yields the whole state: the head, then the nodes with their cells, part by part. Yields undefined between time
 * slices, so that a caller can run other work. `state` must not change meanwhile.
 */
export function* keyframeInParts(state: ClusterStateOf): Generator<KeyframeHead | KeyframePart | undefined, void> {
  yield headOf(state);
  yield* partsOf(state);
}

/**
 * Encodes the whole state as one value; equal states give equal text after JSON.stringify (F1). O(nodes × labels +
 * cells).
 */
export function encodeKeyframe(state: ClusterStateOf): Keyframe {
  const parts: KeyframePart[] = [];
  for (const part of partsOf(state)) if (part !== undefined) parts.push(part);
  return { head: headOf(state), parts };
}

/** Decodes a keyframe; undefined if it is damaged, incomplete or of another schema. */
export function decodeKeyframe({ head, parts }: Keyframe): ClusterState | undefined {
  const reader = KeyframeReader.forHead(head);
  if (reader === undefined || !Array.isArray(parts)) return undefined;
  for (const part of parts) if (!drain(reader.take(part))) return undefined;
  return drain(reader.whole());
}
