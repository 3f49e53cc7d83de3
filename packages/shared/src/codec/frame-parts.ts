import type { NodeNameContext } from "./value-tags.ts";

/** The optional parts of a frame text, in order. A number before them has one bit for each part that follows. */
export const PARTS = { nodes: 1, cells: 2, daemonSets: 4, statusWrites: 8, sources: 16, marks: 32 } as const;

/** Returns references to nodes by number: first `near`, the nodes of a column's changed cells, then all rows. */
export function namesWith(
  near: readonly (string | undefined)[],
  rowOf: (name: string) => number | undefined,
  nameAt: (row: number) => string | undefined,
): NodeNameContext {
  // Most frames refer to no node. A change of all nodes would index all names.
  let indexes: Map<string | undefined, number> | undefined;
  const indexOf = (name: string) => {
    indexes ??= new Map(near.map((each, at) => [each, at]));
    return indexes.get(name);
  };
  return {
    refOf(name) {
      const index = indexOf(name);
      const row = index ?? rowOf(name);
      return index === undefined && row !== undefined ? near.length + row : index;
    },
    nameOf: (ref) => (ref < near.length ? near[ref] : nameAt(ref - near.length)),
    isNear: (name) => indexOf(name) !== undefined,
  };
}
