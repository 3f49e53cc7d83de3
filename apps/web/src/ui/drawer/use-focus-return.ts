import { useEffect } from "react";

/** Focuses the element that had the focus before, else the grid if that element is gone. An element that has the
 *  focus keeps it. */
export function returnFocus(opener: Element | null): void {
  const focused = document.activeElement;
  const isElsewhere = focused !== null && focused !== document.body && focused.isConnected;
  if (isElsewhere) return;
  const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
  const to = isThere ? opener : document.querySelector<HTMLElement>("[role=grid]");
  to?.focus({ preventScroll: true });
}

/** On unmount, returns the focus to the element that had it on mount: the grid, its table, a button. If there is
 *  none (a link that opens with the drawer), the grid gets it, whose active cell is the node's. */
export function useFocusReturn(): void {
  useEffect(() => {
    const opener = document.activeElement;
    return () => returnFocus(opener);
  }, []);
}
