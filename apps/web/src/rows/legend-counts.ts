import { type Figure, figureOfByte } from "../cell/figure.ts";
import { FIGURE_FACTS } from "../cell/figure-facts.ts";
import { taintCapOf } from "../cell/look.ts";
import { FIGURES_BY_SEVERITY } from "../cell/severity.ts";
import { type GridNode, type NodeCells, nodeAt } from "./node-cells.ts";

/** A mark of the node, whatever the pod on it does. */
export const NODE_MARKS = ["NotReady", "cordoned", "NoSchedule", "NoExecute", "PreferNoSchedule"] as const;
export type NodeMark = (typeof NODE_MARKS)[number];

/** What the legend keeps: one figure or one mark. */
export type LegendFilter = Figure | NodeMark;

/** The figures in the order of the legend. */
export const LEGEND_FIGURES: readonly Figure[] = [...FIGURES_BY_SEVERITY].sort(
  (a, b) => FIGURE_FACTS[a].legendPlace - FIGURE_FACTS[b].legendPlace,
);

const isFigure = (filter: string): filter is Figure => Object.hasOwn(FIGURE_FACTS, filter);

export interface LegendCounts {
  readonly figures: Readonly<Record<Figure, number>>;
  readonly marks: Readonly<Record<NodeMark, number>>;
}

type Marked = Pick<GridNode, "byte" | "record">;

function hasMark(node: Marked, mark: NodeMark): boolean {
  if (mark === "NotReady") return node.record.ready !== "True";
  if (mark === "cordoned") return node.record.unschedulable;
  return node.record.taints.some((taint) => taint.effect === mark && taintCapOf([taint], []) !== "none");
}

export function keeps(filter: LegendFilter, node: Marked): boolean {
  return isFigure(filter) ? figureOfByte(node.byte) === filter : hasMark(node, filter);
}

/** How many nodes each entry of the legend stands for. Each node is one figure and may have any marks. */
export function legendCounts(cells: NodeCells): LegendCounts {
  const figures = Object.fromEntries(LEGEND_FIGURES.map((figure) => [figure, 0])) as Record<Figure, number>;
  const marks = Object.fromEntries(NODE_MARKS.map((mark) => [mark, 0])) as Record<NodeMark, number>;
  for (const row of cells.records.keys()) {
    const node = nodeAt(cells, row);
    if (node === undefined) continue;
    figures[figureOfByte(node.byte)]++;
    for (const mark of NODE_MARKS) if (hasMark(node, mark)) marks[mark]++;
  }
  return { figures, marks };
}

/** The counts with one node taken away and another, or what became of it, put in. */
export function countedAgain({ figures, marks }: LegendCounts, gone: Marked | undefined, come: Marked | undefined): LegendCounts {
  const figure = { ...figures };
  const mark = { ...marks };
  if (gone !== undefined) figure[figureOfByte(gone.byte)]--;
  if (come !== undefined) figure[figureOfByte(come.byte)]++;
  if (gone?.record !== come?.record)
    for (const each of NODE_MARKS) {
      if (gone !== undefined && hasMark(gone, each)) mark[each]--;
      if (come !== undefined && hasMark(come, each)) mark[each]++;
    }
  return { figures: figure, marks: mark };
}
