import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { wasRead } from "@daemonscope/shared/source-status";
import { useMemo, useRef } from "react";
import { layOutStrip, type StripLayout } from "./strip-layout.ts";
import { type StripOrder, stripOrder } from "./strip-order.ts";

/** The places of the nodes as of `seq`: the same object while no node came, went or changed its pool, and the width stays. */
export function useStripLayout(state: ClusterState | undefined, seq: number, width: number): StripLayout | undefined {
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
  return useMemo(() => (order === undefined ? undefined : layOutStrip(order, width)), [order, width]);
}
