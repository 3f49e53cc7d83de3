import type { NodeRecord } from "@daemonscope/daemonset/records/records";
import { drain } from "@daemonscope/kube/base/drain";
import { CellColumn } from "../state/cell-column.ts";
import type { ClusterState } from "../state/cluster-state.ts";
import { type KeyframeHead, type KeyframePart, WIRE_SCHEMA } from "../state/frame.ts";
import { NO_ROWS, type RowIds, rowCount, usedRows } from "../state/row-ids.ts";
import { decodeCellColumn } from "./cell-column.ts";
import { readNodes } from "./read-nodes.ts";

/** Moves the cells of a column from node order to their rows. */
function atRows(bytes: Uint8Array, rows: RowIds): CellColumn {
  if (rows.freed.size === 0) return new CellColumn(bytes);
  const column = new Uint8Array(rows.names.length);
  let at = 0;
  for (const [row, name] of rows.names.entries()) if (name !== undefined) column[row] = bytes[at++] ?? 0;
  return new CellColumn(column);
}

/** Concatenates the chunks; allocates only the sum of their lengths. */
function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Reads a keyframe part by part. *Invariant*: no part is read twice, and a false length allocates no memory (F15). */
export class KeyframeReader {
  /** The state from the head alone: all DaemonSets and no node. */
  readonly first: ClusterState;
  readonly #head: KeyframeHead;
  readonly #nodes: NodeRecord[] = [];
  /** By DaemonSet, in column order: the bytes of each part. */
  readonly #cells: readonly Uint8Array[][];

  private constructor(head: KeyframeHead, first: ClusterState) {
    this.#head = head;
    this.first = first;
    this.#cells = Array.from({ length: rowCount(first.columns) }, () => []);
  }

  /** Returns undefined if the head is damaged or of another schema. */
  static forHead(head: KeyframeHead): KeyframeReader | undefined {
    try {
      if (head.schema !== WIRE_SCHEMA || !Number.isInteger(head.nodes) || head.nodes < 0) return undefined;
      const columns = drain(usedRows(head.daemonSets, head.freeColumns ?? [], ({ key }) => key));
      if (columns === undefined) return undefined;
      const { epoch, seq, at, cluster, sources } = head;
      const cells = columns.slots.names.map(() => CellColumn.EMPTY);
      const first = { rows: NO_ROWS, columns: columns.slots, nodes: [], daemonSets: columns.records, cells };
      return new KeyframeReader(head, { epoch, seq, at, cluster, sources, ...first });
    } catch {
      // Damaged data may have any shape.
      return undefined;
    }
  }

  /** The number of nodes in the parts that were read. */
  get nodesRead(): number {
    return this.#nodes.length;
  }

  get nodesTotal(): number {
    return this.#head.nodes;
  }

  /** Reads the next part in time slices of some milliseconds; returns false if the part is damaged. */
  *take(part: KeyframePart): Generator<undefined, boolean> {
    try {
      const nodes = yield* readNodes(part.nodes);
      if (part.cells.length !== this.#cells.length || this.nodesRead + nodes.length > this.nodesTotal) return false;
      for (const [at, chunks] of this.#cells.entries()) {
        const bytes = decodeCellColumn(part.cells[at] ?? "", nodes.length);
        if (bytes === undefined) return false;
        chunks.push(bytes);
        yield;
      }
      for (const node of nodes) this.#nodes.push(node);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Returns the complete state, in time slices of some milliseconds. Returns undefined if nodes are missing or the
   * parts are inconsistent.
   */
  *whole(): Generator<undefined, ClusterState | undefined> {
    if (this.nodesRead !== this.nodesTotal) return undefined;
    try {
      const rows = yield* usedRows(this.#nodes, this.#head.freeRows ?? [], ({ name }) => name);
      if (rows === undefined) return undefined;
      const left = this.#cells.values();
      const cells: CellColumn[] = [];
      for (const key of this.first.columns.names) {
        cells.push(key === undefined ? CellColumn.EMPTY : atRows(joined(left.next().value ?? []), rows.slots));
        yield;
      }
      return { ...this.first, rows: rows.slots, nodes: rows.records, cells };
    } catch {
      return undefined;
    }
  }
}
