import { useCallback } from "react";

/** Tells the page how high the timeline is, so that nothing lies hidden behind it. */
export function useDockHeight(): (dock: HTMLElement | null) => (() => void) | undefined {
  return useCallback((dock: HTMLElement | null) => {
    if (dock === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty("--timeline-h", `${dock.offsetHeight}px`));
    observer.observe(dock);
    return () => {
      observer.disconnect();
      style.removeProperty("--timeline-h");
    };
  }, []);
}
