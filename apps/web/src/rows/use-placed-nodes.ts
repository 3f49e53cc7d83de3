import { useMemo } from "react";
import { Derived, type Source, useSource } from "../cluster/derived.ts";
import type { Grouping } from "./grouping.ts";
import type { NodeCells } from "./node-cells.ts";
import { type PlacedNodes, placing } from "./placed-nodes.ts";

/**
 * Returns placed nodes. They are placed when they, or a grouping, first appear, and stay until the user sorts again.
 */
export function usePlacedNodes(
  source: Source<NodeCells>,
  grouping: Grouping,
  byName: boolean,
): { readonly placed: PlacedNodes | undefined; readonly sortAgain: () => void } {
  const derived = useMemo(() => new Derived(source, placing({ grouping, byName })), [source, grouping, byName]);
  return { placed: useSource(derived), sortAgain: () => derived.startOver() };
}
