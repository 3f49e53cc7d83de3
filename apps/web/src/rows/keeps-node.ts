import { nodeFilterable } from "../filter/filterables.ts";
import { type Filter, KEEPS_ALL } from "../filter/parse-filter.ts";
import type { GroupOf } from "./groupings.ts";
import { keeps as keepsFigure, type LegendFilter } from "./legend-counts.ts";
import type { GridNode } from "./node-cells.ts";

export type KeepsNode = (node: GridNode) => boolean;

/** What keeps all nodes: whoever meets it looks at none of them. */
export const keepsEachNode: KeepsNode = () => true;

/** What a page keeps of its nodes. */
export interface NodeFilters {
  readonly typed: Filter;
  /** A figure or a mark of the legend. */
  readonly filter: LegendFilter | undefined;
  /** The group that is kept. */
  readonly only: string | undefined;
  readonly groupOf: GroupOf;
}

/** Keeps what all filters keep; `keepsEachNode` where there is none. */
export function keepsNode({ typed, filter, only, groupOf }: NodeFilters): KeepsNode {
  if (typed === KEEPS_ALL && filter === undefined && only === undefined) return keepsEachNode;
  return (node) =>
    typed.keeps(nodeFilterable(node.record)) &&
    (filter === undefined || keepsFigure(filter, node)) &&
    (only === undefined || groupOf(node.record) === only);
}
