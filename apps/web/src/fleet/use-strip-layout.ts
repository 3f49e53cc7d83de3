import { useMemo } from "react";
import { canvasPixelRatio } from "../cell/fit-canvas.ts";
import { useClusterStore, useProjection } from "../cluster/cluster-context.ts";
import { textWidth } from "../text/text-width.ts";
import { layOutStrip, type StripLayout } from "./strip-layout.ts";
import { stripOrders } from "./strip-order.ts";

const NAME_CHARACTER = 5.8;
const NAME_SIZE = 10;
/** A longer name is cut in its middle: the columns would pay for it. */
const LONGEST_NAME = 48;

/** What a pool's heading takes, CSS pixels. */
export function nameWidth(name: string): number {
  return Math.min(LONGEST_NAME, Math.ceil(textWidth(name, NAME_CHARACTER, NAME_SIZE)) + 2);
}

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
