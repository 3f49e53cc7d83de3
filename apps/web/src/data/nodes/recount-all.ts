import { CELL_FLAGS } from "@daemonscope/daemonset/pair/cell/cell";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import type { FrameEffect } from "@daemonscope/shared/state/frame-effect";
import { type RowIds, sortedRowIds } from "@daemonscope/shared/state/row-ids";
import { unionOfRows } from "@daemonscope/shared/state/union-of-rows";
import { severityOf } from "../cell/severity.ts";
import { AGENT_TALLY, MISSING, UNKNOWN, WANTED } from "./agent-tally.ts";
import { addCell, type NodeTotals } from "./node-totals.ts";

/** Counts of each node, by row. */
interface Counted {
  readonly bytes: Uint8Array;
  readonly wants: Uint16Array;
  readonly lacks: Uint16Array;
  readonly unknown: Uint16Array;
}

/** The previous counts, and their nodes. */
interface Before extends Counted {
  readonly records: ClusterState["nodes"];
  readonly totals: NodeTotals;
}

/** Bits of each of the three counts that are packed into one number. They limit how many DaemonSets can be counted at
 *  once. */
const BITS = 10;
export const MAX_COLUMNS = 2 ** BITS - 1;
const packedOf = (tally: number): number =>
  ((tally & WANTED) === 0 ? 0 : 1) | ((tally & MISSING) === 0 ? 0 : 1 << BITS) | ((tally & UNKNOWN) === 0 ? 0 : 1 << (2 * BITS));
const PACKED = Int32Array.from(AGENT_TALLY, packedOf);
const SEVERITY = Uint8Array.from({ length: 256 }, (_, byte) => severityOf(byte));
const { nodeUnready } = CELL_FLAGS;

/** Intermediate result of each node. `packed`: its three counts. `ranks`: severity of its worst cell. */
interface PartialCounts {
  readonly packed: Int32Array;
  readonly ranks: Uint8Array;
  readonly worst: Uint8Array;
}

/** Buffers that are reused with each count. */
let scratch: Pick<PartialCounts, "packed" | "ranks"> = { packed: new Int32Array(), ranks: new Uint8Array() };

type Counting = Pick<ClusterState, "nodes" | "cells"> & { readonly columns: RowIds };

interface Recount {
  readonly counted: Counted;
  readonly totals: NodeTotals;
}

/** Results by state. The page and its table count the same state, each after a different earlier one. */
const recounts = new WeakMap<object, Recount>();

/** Counts all nodes, column by column, each from its first row to its last. If many scattered cells changed, this costs
 *  less than a visit to each changed cell. At most `MAX_COLUMNS` columns. Reads only the records that the effect
 *  reports as changed. O(cells). */
export function recountAll(before: Before, state: Counting, effect: Pick<FrameEffect, "rows">): Recount {
  const recount = recounts.get(state) ?? countAll(before, state, unionOfRows([effect.rows.freed, effect.rows.put]));
  recounts.set(state, recount);
  return recount;
}

/** `changedRows`: rows whose records changed. */
function countAll(before: Before, { nodes, cells, columns }: Counting, changedRows: readonly number[]): Recount {
  const length = nodes.length;
  if (scratch.packed.length !== length) scratch = { packed: new Int32Array(length), ranks: new Uint8Array(length) };
  const bytes = new Uint8Array(length);
  const soFar = { packed: scratch.packed.fill(0), ranks: scratch.ranks.fill(severityOf(0)), worst: bytes };
  const figures = new Uint32Array(before.totals.figures.length);
  const lackedByColumn = new Uint32Array(before.totals.lackedByColumn.length);
  let [nodeCount, silent] = [before.totals.nodes, before.totals.silent];
  for (const row of changedRows) {
    const [was, is] = [before.records[row], nodes[row]];
    nodeCount += (is === undefined ? 0 : 1) - (was === undefined ? 0 : 1);
    silent += (is === undefined || is.ready === "True" ? 0 : 1) - (was === undefined || was.ready === "True" ? 0 : 1);
  }
  for (const column of sortedRowIds(columns)) {
    const now = cells[column]?.now;
    if (now === undefined) continue;
    const tally = countColumn(now, soFar);
    // Cells of free rows are 0.
    tally[0] = (tally[0] ?? 0) - (length - nodeCount);
    for (let byte = 0; byte < tally.length; byte++) {
      const count = tally[byte] ?? 0;
      if (count > 0) addCell({ figures, lackedByColumn }, column, byte, count);
    }
  }
  markUnready(before.bytes, nodes, changedRows, bytes);
  const { counted, totals } = countNodes(soFar);
  return { counted, totals: { ...totals, nodes: nodeCount, silent, lackedByColumn, figures } };
}

/** Adds the cells of a column to the intermediate results. Returns how often each byte occurs. */
function countColumn(now: Uint8Array, { packed, ranks, worst }: PartialCounts): Uint32Array {
  const tally = new Uint32Array(256);
  for (let row = 0; row < worst.length; row++) {
    const byte = now[row] ?? 0;
    tally[byte] = (tally[byte] ?? 0) + 1;
    packed[row] = (packed[row] ?? 0) + (PACKED[byte] ?? 0);
    const rank = SEVERITY[byte] ?? 0;
    if (rank >= (ranks[row] ?? 0)) continue;
    ranks[row] = rank;
    worst[row] = byte;
  }
  return tally;
}

/** The NotReady flag of a worst cell comes from the node record, not from the flag in the cell. */
function markUnready(before: Uint8Array, nodes: ClusterState["nodes"], changedRows: readonly number[], worst: Uint8Array): void {
  for (let row = 0; row < worst.length; row++)
    worst[row] = ((worst[row] ?? 0) & ~nodeUnready) | ((row < before.length ? (before[row] ?? 0) : 0) & nodeUnready);
  for (const row of changedRows) {
    const record = nodes[row];
    worst[row] = record === undefined ? 0 : ((worst[row] ?? 0) & ~nodeUnready) | (record.ready === "True" ? 0 : nodeUnready);
  }
}

/** Unpacks the counts, and sums the totals of all nodes from them. */
function countNodes({ packed, worst: bytes }: PartialCounts): {
  readonly counted: Counted;
  readonly totals: Pick<NodeTotals, "wanted" | "unread">;
} {
  const length = bytes.length;
  const [wants, lacks, unknown] = [new Uint16Array(length), new Uint16Array(length), new Uint16Array(length)];
  let [wanted, unread] = [0, 0];
  for (let row = 0; row < length; row++) {
    const counts = packed[row] ?? 0;
    if (counts === 0) continue;
    const unreadHere = counts >>> (2 * BITS);
    wants[row] = counts & MAX_COLUMNS;
    lacks[row] = (counts >>> BITS) & MAX_COLUMNS;
    unknown[row] = unreadHere;
    if ((counts & MAX_COLUMNS) !== 0) wanted++;
    if (unreadHere !== 0) unread++;
  }
  return { counted: { bytes, wants, lacks, unknown }, totals: { wanted, unread } };
}
