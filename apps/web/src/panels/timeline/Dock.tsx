import { type ReactNode, useCallback } from "react";
import { classes } from "../../ui/theme/classes.ts";
import css from "./dock.module.css";

interface DockProps {
  readonly label: string;
  /** The dock navigates the page to moments; otherwise it only draws them. */
  readonly isTimeline: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Publishes the height of the timeline as a CSS variable, so that it hides no content. */
function useDockHeight(): (dock: HTMLElement | null) => (() => void) | undefined {
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

/** The band at the foot of the page: the page ends where the band begins. */
export function Dock({ label, isTimeline, className, children }: DockProps) {
  const dock = useDockHeight();
  return (
    <aside ref={dock} className={classes(css.dock, className)} data-timeline={isTimeline || undefined} aria-label={label}>
      {children}
    </aside>
  );
}
