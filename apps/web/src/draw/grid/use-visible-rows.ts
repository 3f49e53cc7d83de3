import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

/** Height of a row of a table of nodes, CSS pixels. */
export const ROW_HEIGHT = 28;
/** Rows drawn beyond the visible ones, so that scrolling shows no blank. */
const OVERSCAN = 12;
/** Until the box is measured. */
const FIRST_RECT = { width: 0, height: 600 };

/** Returns the range of rows of a long table that exist, `first` up to but without `last`: the visible rows and some
 *  around them. When `active` changes and is given, it is scrolled into view below the sticky head. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  active: number | undefined,
  rowHeight = ROW_HEIGHT,
): { readonly first: number; readonly last: number } {
  const [head, setHead] = useState(ROW_HEIGHT);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: useCallback(() => rowHeight, [rowHeight]),
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
