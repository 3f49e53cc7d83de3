import type { GridNode } from "../grid/select-groups.ts";
import type { NodeSort } from "../url.ts";
import { type NodeStates, rankOf } from "./select-node-states.ts";

const byName = (a: GridNode, b: GridNode): number => a.row - b.row;

/** Nodes in the order of the table; rows stand by name, which decides between equals. */
export function sortNodes({ lacks }: NodeStates, nodes: readonly GridNode[], sort: NodeSort): readonly GridNode[] {
  switch (sort) {
    case "name":
      return [...nodes].sort(byName);
    case "age":
      return [...nodes].sort((a, b) => b.record.createdAtMs - a.record.createdAtMs || byName(a, b));
    case "lacks":
      return [...nodes].sort((a, b) => (lacks[b.row] ?? 0) - (lacks[a.row] ?? 0) || rankOf(a.byte) - rankOf(b.byte) || byName(a, b));
  }
}
