import { type RefObject, useLayoutEffect } from "react";
import { StableStackLayout } from "./stable-stack-layout.ts";

/** Keeps the children of an element in place while others grow: see StableStackLayout. If `isOn` is false, they follow
 *  the normal layout. */
export function useStableStack(column: RefObject<HTMLElement | null>, isOn = true): void {
  useLayoutEffect(() => {
    if (column.current === null || !isOn) return;
    const steady = new StableStackLayout(column.current);
    return () => steady.stop();
  }, [column, isOn]);
}
