import { useMemo } from "react";
import { canvasPixelRatio } from "../cell/fit-canvas.ts";
import { useClusterStore, useProjection } from "../cluster/cluster-context.ts";
import type { Projection } from "../cluster/projection.ts";
import { nameWidth } from "./pool-name.ts";
import { layOutStrip, type StripLayout } from "./strip-layout.ts";
import { type StripOrder, stripOrders } from "./strip-order.ts";

/** Nodes that are still to come have no places: one after the other would move all that stand. */
const NO_PLACES: StripOrder = { pools: [], names: [], poolOf: [] };
const noPlaces: Projection<StripOrder> = { whole: () => NO_PLACES, next: () => NO_PLACES };

/** The places of the nodes: the same object while no node came, went or changed its pool, and the width stays. `nameOf`: what a pool's heading
 *  says; undefined where strips have none. */
export function useStripLayout(
  width: number,
  nameOf: ((pool: string) => string) | undefined,
  areNodesAwaited: boolean,
): StripLayout | undefined {
  const order = useProjection(useClusterStore(), areNodesAwaited ? noPlaces : stripOrders);
  const unit = 1 / canvasPixelRatio();
  return useMemo(
    () =>
      order === undefined
        ? undefined
        : layOutStrip(order.pools, width, (pool) => (nameOf === undefined ? 0 : nameWidth(nameOf(pool))), unit),
    [order, width, nameOf, unit],
  );
}
