import { isEnding, nodeLifecycle } from "@daemonscope/daemonset/records/node-lifecycle";
import { taintCapOf } from "../cell/cell-style.ts";
import { type CellVariant, cellVariantOfByte } from "../cell/cell-variant.ts";
import { CELL_VARIANT_FACTS } from "../cell/cell-variant-facts.ts";
import { VARIANTS_BY_SEVERITY } from "../cell/severity.ts";
import { shownByte } from "./cell-overlay.ts";
import type { GridNode, NodeCells } from "./node-cells.ts";

/** Effects of taints, strongest first. */
export const TAINT_MARKS = ["NoExecute", "NoSchedule", "PreferNoSchedule"] as const;

/** A mark of the node, regardless of its pod. `tainted`: any effect. */
export const NODE_MARKS = ["NotReady", "cordoned", "tainted", ...TAINT_MARKS] as const;
export type NodeMark = (typeof NODE_MARKS)[number];

/** The legend's filter: one cell variant or one node mark. */
export type LegendFilter = CellVariant | NodeMark;

/** The cell variants in the order of the legend. */
export const LEGEND_VARIANTS: readonly CellVariant[] = [...VARIANTS_BY_SEVERITY].sort(
  (a, b) => CELL_VARIANT_FACTS[a].legendPlace - CELL_VARIANT_FACTS[b].legendPlace,
);

const isVariant = (filter: string): filter is CellVariant => Object.hasOwn(CELL_VARIANT_FACTS, filter);

export interface LegendCounts {
  readonly figures: Readonly<Record<CellVariant, number>>;
  readonly marks: Readonly<Record<NodeMark, number>>;
}

type Marked = Pick<GridNode, "byte" | "shown" | "record">;
type Counted = Pick<NodeCells, "records" | "bytes" | "overlay">;

function hasMark(node: Marked, mark: NodeMark): boolean {
  // NotReady is expected of a node on its way out.
  if (mark === "NotReady") return node.record.ready !== "True" && !isEnding(nodeLifecycle(node.record));
  if (mark === "cordoned") return node.record.unschedulable;
  return node.record.taints.some((taint) => (mark === "tainted" || taint.effect === mark) && taintCapOf([taint], []) !== "none");
}

export function matchesLegend(filter: LegendFilter, node: Marked): boolean {
  return isVariant(filter) ? cellVariantOfByte(node.shown ?? node.byte) === filter : hasMark(node, filter);
}

/** The index in LEGEND_VARIANTS, by cell byte. */
const INDEX_OF = Uint8Array.from({ length: 256 }, (_, byte) => LEGEND_VARIANTS.indexOf(cellVariantOfByte(byte)));

/** Counts the nodes of each legend entry. Each node has one variant and any number of marks. */
export function legendCounts(cells: Counted): LegendCounts {
  return updateLegendCounts(NO_COUNTS, NO_NODES, cells, cells.records.keys());
}

/** Returns the counts after these rows, each once, changed from the cells `was` to the cells `is`. O(rows). */
export function updateLegendCounts({ figures, marks }: LegendCounts, was: Counted, is: Counted, rows: Iterable<number>): LegendCounts {
  const byFigure = new Int32Array(LEGEND_VARIANTS.length);
  const byMark = new Int32Array(NODE_MARKS.length);
  const addNode = ({ bytes, records, overlay }: Counted, row: number, sign: 1 | -1, isOtherRecord: boolean): void => {
    const record = records[row];
    if (record === undefined) return;
    const byte = bytes[row] ?? 0;
    const index = INDEX_OF[shownByte(byte, record, overlay)] ?? 0;
    byFigure[index] = (byFigure[index] ?? 0) + sign;
    if (!isOtherRecord) return;
    // Most nodes have no mark.
    if (record.ready === "True" && !record.unschedulable && record.taints.length === 0) return;
    for (const [at, mark] of NODE_MARKS.entries()) if (hasMark({ byte, record }, mark)) byMark[at] = (byMark[at] ?? 0) + sign;
  };
  for (const row of rows) {
    const isOtherRecord = was.records[row] !== is.records[row];
    addNode(was, row, -1, isOtherRecord);
    addNode(is, row, 1, isOtherRecord);
  }
  const added = <Key extends string>(counts: Readonly<Record<Key, number>>, keys: readonly Key[], more: Int32Array) =>
    Object.fromEntries(keys.map((key, at) => [key, counts[key] + (more[at] ?? 0)])) as Record<Key, number>;
  return { figures: added(figures, LEGEND_VARIANTS, byFigure), marks: added(marks, NODE_MARKS, byMark) };
}

const NO_NODES: Counted = { records: [], bytes: new Uint8Array() };
const NO_COUNTS: LegendCounts = {
  figures: Object.fromEntries(LEGEND_VARIANTS.map((figure) => [figure, 0])) as Record<CellVariant, number>,
  marks: Object.fromEntries(NODE_MARKS.map((mark) => [mark, 0])) as Record<NodeMark, number>,
};
