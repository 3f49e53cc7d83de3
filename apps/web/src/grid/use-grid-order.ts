import { useRef, useState } from "react";
import type { Grouping } from "./grouping.ts";
import { type GridNode, type GridOrder, movedSince, sortedOrder } from "./select-groups.ts";

/** The order of the cells: made when a DaemonSet or a grouping is first shown, kept until somebody asks for a new one.
 *  `moved`: cells that a new sort would place elsewhere. */
export function useGridOrder(
  key: string,
  nodes: readonly GridNode[],
  grouping: Grouping,
  byName: boolean,
): { readonly order: GridOrder; readonly moved: number; readonly sortAgain: () => void } {
  const [sorts, setSorts] = useState(0);
  const kept = useRef<{ readonly of: string; readonly order: GridOrder } | undefined>(undefined);
  const of = `${key}\n${grouping}\n${byName}\n${sorts}`;
  if (kept.current?.of !== of) kept.current = { of, order: sortedOrder(nodes, grouping, byName) };
  const { order } = kept.current;
  return { order, moved: byName ? 0 : movedSince(nodes, order), sortAgain: () => setSorts(sorts + 1) };
}
