import type { NodeRecord } from "@daemonscope/daemonset/model/records";
import { stableJson } from "@daemonscope/kube/stable-json";
import type { ClusterState } from "../cluster-state.ts";
import { type ColumnarNodes, type Keyframe, WIRE_SCHEMA } from "../frame.ts";
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
    taintLists: taintLists.values,
    taints,
  };
}

function decodeNodes(columns: ColumnarNodes): Map<string, NodeRecord> {
  const cordoned = new Set(columns.unschedulable);
  const nodes = new Map<string, NodeRecord>();
  columns.names.forEach((name, row) => {
    // Null prototype: a label called `__proto__` is a label like any other.
    const labels: Record<string, string> = Object.create(null);
    for (const { key, values } of columns.labels) {
      const word = columns.words[values[row] ?? -1];
      if (word !== undefined) labels[key] = word;
    }
    const readySinceMs = columns.readySinceMs[row];
    const readyReason = columns.readyReasons[row];
    nodes.set(name, {
      name,
      uid: columns.uids[row] ?? "",
      labels,
      taints: columns.taintLists[columns.taints[row] ?? -1] ?? [],
      unschedulable: cordoned.has(row),
      ready: READY[columns.ready[row] ?? 2] ?? "Unknown",
      ...(readySinceMs === null || readySinceMs === undefined ? {} : { readySinceMs }),
      ...(readyReason === null || readyReason === undefined ? {} : { readyReason }),
      createdAtMs: columns.createdAtMs[row] ?? 0,
    });
  });
  return nodes;
}

/** The whole state as one message; equal states give equal text after JSON.stringify (F1). O(nodes × labels + cells). */
export function encodeKeyframe(state: ClusterState): Keyframe {
  const present = <T>(value: T | undefined): value is T => value !== undefined;
  return {
    schema: WIRE_SCHEMA,
    epoch: state.epoch,
    seq: state.seq,
    at: state.at,
    cluster: state.cluster,
    nodes: encodeNodes(state.rows.map((name) => state.nodes.get(name)).filter(present)),
    daemonSets: state.columns.map((key) => state.daemonSets.get(key)).filter(present),
    cells: encodeBase64(state.cells),
    sources: state.sources,
  };
}

/** The state of a keyframe; undefined when it is damaged or of another schema. */
export function decodeKeyframe(keyframe: Keyframe): ClusterState | undefined {
  if (keyframe.schema !== WIRE_SCHEMA) return undefined;
  const cells = decodeBase64(keyframe.cells);
  const columns = keyframe.daemonSets.map((record) => record.key);
  if (cells === undefined || cells.length !== keyframe.nodes.names.length * columns.length) return undefined;
  return {
    epoch: keyframe.epoch,
    seq: keyframe.seq,
    at: keyframe.at,
    cluster: keyframe.cluster,
    sources: keyframe.sources,
    nodes: decodeNodes(keyframe.nodes),
    daemonSets: new Map(keyframe.daemonSets.map((record) => [record.key, record])),
    rows: keyframe.nodes.names,
    columns,
    cells,
  };
}
