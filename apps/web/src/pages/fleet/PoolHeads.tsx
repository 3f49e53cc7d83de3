import { nameIn } from "../../draw/strip/name-in.ts";
import { nameWidth } from "../../draw/strip/pool-name.ts";
import type { StripPool } from "../../draw/strip/strip-layout.ts";
import { MiddleCut } from "../../ui/text/MiddleCut.tsx";

/** A narrower pool does not fit three letters of a longer name. */
const NAMED_FROM_PX = 20;
/** A narrower pool does not fit both ends of a name. */
const MIN_OF_BOTH_ENDS = 64;

/** The names of the pools above their columns; if a name does not fit, its initials: `cp` for `control-plane`. */
export function PoolHeads({ pools, nameOf }: { readonly pools: readonly StripPool[]; readonly nameOf: (pool: string) => string }) {
  return pools.map((pool) => {
    const name = nameOf(pool.name);
    if (pool.width < Math.min(NAMED_FROM_PX, nameWidth(name))) return null;
    return (
      <span key={pool.name} style={{ left: `${pool.x}px`, width: `${pool.width}px` }} title={name}>
        {pool.width < MIN_OF_BOTH_ENDS ? <span className="ell">{nameIn(name, pool.width)}</span> : <MiddleCut isWord text={name} />}
      </span>
    );
  });
}
