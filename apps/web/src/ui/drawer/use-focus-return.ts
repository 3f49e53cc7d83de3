import { useEffect } from "react";

/** On unmount, returns the focus to the element that had it on mount: the grid, its table, a button. If there is
 *  none (a link that opens with the drawer), the grid gets it, whose active cell is the node's. */
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
