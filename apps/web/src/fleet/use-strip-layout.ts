import { useMemo } from "react";
import { canvasPixelRatio } from "../cell/fit-canvas.ts";
import { useClusterStore, useProjection } from "../cluster/cluster-context.ts";
import { nameWidth } from "./pool-name.ts";
import { layOutStrip, type StripLayout } from "./strip-layout.ts";
import { stripOrders } from "./strip-order.ts";

/** The places of the nodes: the same object while no node came, went or changed its pool, and the width stays. `nameOf`: what a pool's heading
 *  says; undefined where strips have none. */
export function useStripLayout(width: number, nameOf: ((pool: string) => string) | undefined): StripLayout | undefined {
  const order = useProjection(useClusterStore(), stripOrders);
  const unit = 1 / canvasPixelRatio();
  return useMemo(
    () =>
      order === undefined
        ? undefined
        : layOutStrip(order.pools, width, (pool) => (nameOf === undefined ? 0 : nameWidth(nameOf(pool))), unit),
    [order, width, nameOf, unit],
  );
}
