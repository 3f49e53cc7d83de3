import type { CoveragePattern, LabelPool } from "./label-coverage.ts";
import { MAX_NAMES } from "./label-coverage.ts";

/** Totals of the pools that are not listed, so that sums over all pools stay exact. */
interface OmittedPools {
  readonly pools: number;
  readonly nodes: number;
  readonly patterns: readonly CoveragePattern[];
}

export interface PoolPage {
  readonly pools: readonly LabelPool[];
  /** Undefined if each pool is listed. */
  readonly leftOut: OmittedPools | undefined;
  /** Number of pools with a value. */
  readonly poolCount: number;
}

/** Merges the nodes of all pools that the same templates want. */
function mergedPatterns(pools: readonly LabelPool[]): readonly CoveragePattern[] {
  const merged = new Map<string, { readonly wantedBy: readonly number[]; nodes: number; readonly names: string[] }>();
  for (const { wantedBy, nodes, names } of pools.flatMap(({ patterns }) => patterns)) {
    const same = merged.get(wantedBy.join()) ?? { wantedBy, nodes: 0, names: [] };
    same.nodes += nodes;
    for (const name of names) same.names.push(name);
    merged.set(wantedBy.join(), same);
  }
  return [...merged.values()].map(({ wantedBy, nodes, names }) => ({ wantedBy, nodes, names: names.sort().slice(0, MAX_NAMES) }));
}

/** Returns at most `limit` pools with a value, and the one without; the others are summed up. If some are left out,
 *  pools with nodes that a family does not cover are first, by family. Families are sets of template indexes. */
export function pageOfPools(pools: readonly LabelPool[], families: readonly ReadonlySet<number>[], limit: number): PoolPage {
  const withValue = pools.filter(({ value }) => value !== null);
  const withoutValue = pools.filter(({ value }) => value === null);
  if (withValue.length <= limit) return { pools, leftOut: undefined, poolCount: withValue.length };
  const rankOf = ({ patterns }: LabelPool): number => {
    const at = families.findIndex((family) => patterns.some(({ wantedBy }) => !wantedBy.some((each) => family.has(each))));
    return at === -1 ? families.length : at;
  };
  const ranked = withValue
    .map((pool) => ({ pool, rank: rankOf(pool) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ pool }) => pool);
  const rest = ranked.slice(limit);
  return {
    pools: [...ranked.slice(0, limit), ...withoutValue],
    leftOut: { pools: rest.length, nodes: rest.reduce((sum, { nodes }) => sum + nodes, 0), patterns: mergedPatterns(rest) },
    poolCount: withValue.length,
  };
}
