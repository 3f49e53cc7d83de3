import type { NodeNames } from "./value-tags.ts";

/** The parts that a frame's text may have, in their order; it begins with which it has, a bit each. */
export const PARTS = { nodes: 1, cells: 2, daemonSets: 4, statusWrites: 8, sources: 16, marks: 32 } as const;

/** Nodes by reference: those of the column's changed cells, by row, then every row. */
export function namesWith(
  near: readonly (string | undefined)[],
  rowOf: (name: string) => number | undefined,
  nameAt: (row: number) => string | undefined,
): NodeNames {
  const places = new Map(near.map((name, at) => [name, at]));
  return {
    refOf(name) {
      const place = places.get(name);
      const row = place ?? rowOf(name);
      return place === undefined && row !== undefined ? near.length + row : place;
    },
    nameOf: (ref) => (ref < near.length ? near[ref] : nameAt(ref - near.length)),
    isNear: (name) => places.has(name),
  };
}
