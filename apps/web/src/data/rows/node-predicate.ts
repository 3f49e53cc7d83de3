import { nodeFilterable } from "./filter/filterables.ts";
import { type Filter, MATCH_ALL } from "./filter/parse-filter.ts";
import type { GroupOf } from "./groupings.ts";
import { type LegendFilter, matchesLegend } from "./legend-counts.ts";
import type { GridNode } from "./node-cells.ts";

export type NodePredicate = (node: GridNode) => boolean;

/** Keeps all nodes. Callers compare with this function and skip the filtering. */
export const acceptAllNodes: NodePredicate = () => true;

/** Filters of a page for its nodes. */
interface NodeFilters {
  readonly typed: Filter;
  /** A cell variant or a node mark of the legend. */
  readonly filter: LegendFilter | undefined;
  /** The only group that is kept. */
  readonly only: string | undefined;
  readonly groupOf: GroupOf;
}

/** Returns a filter that keeps nodes which pass all filters. Returns `acceptAllNodes` if there is none. */
export function nodePredicate({ typed, filter, only, groupOf }: NodeFilters): NodePredicate {
  if (typed === MATCH_ALL && filter === undefined && only === undefined) return acceptAllNodes;
  return (node) =>
    typed.keeps(nodeFilterable(node.record)) &&
    (filter === undefined || matchesLegend(filter, node)) &&
    (only === undefined || groupOf(node.record) === only);
}
