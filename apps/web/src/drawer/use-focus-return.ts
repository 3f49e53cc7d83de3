import { useEffect } from "react";

/** Gives the focus back, when this goes, to what had it when this came: the grid, its table, a button. Where that is gone, or nothing had it (a link that was
 *  opened with the drawer in it), to the grid, whose active cell is the node's. */
export function useFocusReturn(): void {
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      const focused = document.activeElement;
      const isElsewhere = focused !== null && focused !== document.body && focused.isConnected;
      if (isElsewhere) return;
      const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
      const to = isThere ? opener : document.querySelector<HTMLElement>("[role=grid]");
      to?.focus({ preventScroll: true });
    };
  }, []);
}
