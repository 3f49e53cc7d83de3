import { useMemo } from "react";
import { Derived, type Source, useSource } from "../cluster/derived.ts";
import type { Grouping } from "./grouping.ts";
import type { NodeCells } from "./node-cells.ts";
import { type PlacedNodes, placing } from "./placed-nodes.ts";

/** The nodes in their places: given when they, or a grouping, are first shown, kept until somebody asks for a new sort. */
export function usePlacedNodes(
  source: Source<NodeCells>,
  grouping: Grouping,
  byName: boolean,
): { readonly placed: PlacedNodes | undefined; readonly sortAgain: () => void } {
  const derived = useMemo(() => new Derived(source, placing({ grouping, byName })), [source, grouping, byName]);
  return { placed: useSource(derived), sortAgain: () => derived.startOver() };
}
