import { cellOf } from "@daemonscope/daemonset/cell/cell";
import { FIGURES_BY_SEVERITY, type Figure, figureOf } from "../cell/figure.ts";
import { taintCapOf } from "../cell/look.ts";
import type { GridNode } from "./select-groups.ts";

/** A mark of the node, whatever the pod on it does. */
export const NODE_MARKS = ["NotReady", "cordoned", "NoSchedule", "NoExecute", "PreferNoSchedule"] as const;
export type NodeMark = (typeof NODE_MARKS)[number];

/** What the legend keeps: one figure or one mark. */
export type LegendFilter = Figure | NodeMark;

const isFigure = (filter: string): filter is Figure => (FIGURES_BY_SEVERITY as readonly string[]).includes(filter);

/** The order of the legend: resting states first, as in a sentence about a rollout. */
export const LEGEND_FIGURES: readonly Figure[] = [
  "available",
  "old",
  "ready",
  "starting",
  "unscheduled",
  "failing",
  "missing",
  "terminating",
  "misscheduled",
  "unknown",
  "excluded",
];

export interface LegendCounts {
  readonly figures: Readonly<Record<Figure, number>>;
  readonly marks: Readonly<Record<NodeMark, number>>;
}

const figureOfNode = (node: Pick<GridNode, "byte">): Figure => {
  const cell = cellOf(node.byte);
  return figureOf({ state: cell.state, old: cell.oldRevision, terminating: cell.terminating });
};

function hasMark(node: GridNode, mark: NodeMark): boolean {
  if (mark === "NotReady") return node.record.ready !== "True";
  if (mark === "cordoned") return node.record.unschedulable;
  return node.record.taints.some((taint) => taint.effect === mark && taintCapOf([taint], []) !== "none");
}

export function keeps(filter: LegendFilter, node: GridNode): boolean {
  return isFigure(filter) ? figureOfNode(node) === filter : hasMark(node, filter);
}

/** How many nodes each entry of the legend stands for. Each node is one figure and may have any marks. */
export function legendCounts(nodes: readonly GridNode[]): LegendCounts {
  const figures = Object.fromEntries(FIGURES_BY_SEVERITY.map((figure) => [figure, 0])) as Record<Figure, number>;
  const marks = Object.fromEntries(NODE_MARKS.map((mark) => [mark, 0])) as Record<NodeMark, number>;
  for (const node of nodes) {
    figures[figureOfNode(node)]++;
    for (const mark of NODE_MARKS) if (hasMark(node, mark)) marks[mark]++;
  }
  return { figures, marks };
}
