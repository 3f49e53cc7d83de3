import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { wasRead } from "@daemonscope/shared/source-status";
import { useMemo, useRef } from "react";
import { textWidth } from "../text-width.ts";
import { layOutStrip, type StripLayout } from "./strip-layout.ts";
import { type StripOrder, stripOrder } from "./strip-order.ts";

const NAME_CHARACTER = 5.8;
const NAME_SIZE = 10;
/** A longer name gets no room of its own: the columns would pay for it. */
const LONGEST_NAME = 48;

function nameWidth(name: string): number {
  const width = Math.ceil(textWidth(name, NAME_CHARACTER, NAME_SIZE)) + 2;
  return width > LONGEST_NAME ? 0 : width;
}

/** The places of the nodes as of `seq`: the same object while no node came, went or changed its pool, and the width stays. `nameOf`: what a pool's heading
 *  says; undefined where strips have none. */
export function useStripLayout(
  state: ClusterState | undefined,
  seq: number,
  width: number,
  nameOf: ((pool: string) => string) | undefined,
): StripLayout | undefined {
  const kept = useRef<{ readonly of: string; readonly order: StripOrder } | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the state is changed in place; seq says when
  const order = useMemo(() => {
    if (state === undefined) return undefined;
    // Before pods are read no node is more troubled than another.
    const of = `${state.epoch} ${wasRead(state.sources.pods)}`;
    const next = stripOrder(state, kept.current?.of === of ? kept.current.order : []);
    kept.current = { of, order: next };
    return next;
  }, [state, seq]);
  return useMemo(
    () => (order === undefined ? undefined : layOutStrip(order, width, (pool) => (nameOf === undefined ? 0 : nameWidth(nameOf(pool))))),
    [order, width, nameOf],
  );
}
