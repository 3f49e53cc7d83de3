import { type RefObject, useLayoutEffect } from "react";
import { SteadyColumn } from "./steady-column.ts";

/** Keeps the children of an element where they are while others grow: see SteadyColumn. `isOn` false: they stand as their layout says. */
export function useSteadyColumn(column: RefObject<HTMLElement | null>, isOn = true): void {
  useLayoutEffect(() => {
    if (column.current === null || !isOn) return;
    const steady = new SteadyColumn(column.current);
    return () => steady.stop();
  }, [column, isOn]);
}
