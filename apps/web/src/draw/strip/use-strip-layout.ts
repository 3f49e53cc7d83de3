import { useMemo } from "react";
import type { ViewReducer } from "../../data/computed/view-reducer.ts";
import { useClusterStore, useProjection } from "../../data/hooks/cluster-context.ts";
import { canvasPixelRatio } from "../../ui/viewport/fit-canvas.ts";
import { nameWidth } from "./pool-name.ts";
import { layOutStrip, type StripLayout, type StripSize } from "./strip-layout.ts";
import { type StripOrder, stripOrders } from "./strip-order.ts";

/** Nodes get no places until all are loaded: otherwise each new node would move the others. */
const NO_PLACES: StripOrder = { pools: [], names: [], poolOf: [] };
const noPlaces: ViewReducer<StripOrder> = { whole: () => NO_PLACES, next: () => NO_PLACES };

/** Returns the places of the nodes: the same object until a node joins, leaves or changes its pool, or the width
 *  changes. `nameOf`: heading of a pool; undefined if strips have none. */
export function useStripLayout(
  width: number,
  size: StripSize,
  nameOf: ((pool: string) => string) | undefined,
  areNodesAwaited: boolean,
): StripLayout | undefined {
  const order = useProjection(useClusterStore(), areNodesAwaited ? noPlaces : stripOrders);
  const unit = 1 / canvasPixelRatio();
  return useMemo(
    () =>
      order === undefined
        ? undefined
        : layOutStrip(order.pools, width, (pool) => (nameOf === undefined ? 0 : nameWidth(nameOf(pool))), unit, size),
    [order, width, nameOf, unit, size],
  );
}
