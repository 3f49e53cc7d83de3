import { useMemo } from "react";
import { Computed, type Readable, useReadable } from "../computed/computed.ts";
import type { Grouping } from "./grouping.ts";
import type { NodeCells } from "./node-cells.ts";
import { type PlacedNodes, placeRows } from "./placed-nodes.ts";

/**
 * Returns the nodes in groups and order. A node gets its position when it or the grouping first appears, and keeps it
 * until the user sorts again.
 */
export function usePlacedNodes(
  source: Readable<NodeCells>,
  grouping: Grouping,
  byName: boolean,
): { readonly placed: PlacedNodes | undefined; readonly sortAgain: () => void } {
  const derived = useMemo(() => new Computed(source, placeRows({ grouping, byName })), [source, grouping, byName]);
  return { placed: useReadable(derived), sortAgain: () => derived.startOver() };
}
