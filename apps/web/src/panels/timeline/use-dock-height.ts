import { useCallback } from "react";

/** Publishes the height of the timeline as a CSS variable, so that it hides no content. */
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
