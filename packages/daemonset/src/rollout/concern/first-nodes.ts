import { HOLDER_NODES_LIMIT } from "../../records/budget.ts";

/** Returns the first names in order, each once, at most HOLDER_NODES_LIMIT. */
export const firstNodes = (names: readonly string[]): readonly string[] => [...new Set(names)].sort().slice(0, HOLDER_NODES_LIMIT);

/** Returns the first names of groups. The names of each group are already in order and limited. */
export function firstNodesOf(groups: readonly { readonly nodes: readonly string[] }[]): readonly string[] {
  const [only, ...more] = groups;
  return only !== undefined && more.length === 0 ? only.nodes : firstNodes(groups.flatMap(({ nodes }) => nodes));
}
