import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";

/** Height of a row of a table of nodes, CSS pixels. */
export const ROW_HEIGHT = 28;
/** Rows drawn beyond what is seen, so that scrolling shows no blank. */
const OVERSCAN = 12;
/** Until the box is measured. */
const FIRST_RECT = { width: 0, height: 600 };
const rowHeight = () => ROW_HEIGHT;

/** The rows of a long table that exist, `first` up to but without `last`: those in sight and some around. `active`, when given, is scrolled into sight below the
 *  head, which stays in place, whenever it is another. */
export function useRowsInSight(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  active: number | undefined,
): { readonly first: number; readonly last: number } {
  const [head, setHead] = useState(ROW_HEIGHT);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: rowHeight,
    overscan: OVERSCAN,
    initialRect: FIRST_RECT,
    scrollPaddingEnd: head,
  });
  useLayoutEffect(() => {
    const watched = scroller.current?.querySelector("thead");
    if (watched === null || watched === undefined) return;
    const observer = new ResizeObserver(() => setHead(watched.clientHeight));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [scroller]);
  useLayoutEffect(() => {
    if (active !== undefined) rows.scrollToIndex(active);
  }, [rows, active]);
  const items = rows.getVirtualItems();
  return { first: items[0]?.index ?? 0, last: (items.at(-1)?.index ?? -1) + 1 };
}
