import type { ReactNode } from "react";
import { classes } from "../../ui/theme/classes.ts";
import css from "./dock.module.css";
import { useDockHeight } from "./use-dock-height.ts";

interface DockProps {
  readonly label: string;
  /** The dock takes the page to moments; otherwise it only draws them. */
  readonly isTimeline: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** The band at the foot of the page, above the lab: the page ends where the band begins. */
export function Dock({ label, isTimeline, className, children }: DockProps) {
  const dock = useDockHeight();
  return (
    <aside ref={dock} className={classes(css.dock, className)} data-timeline={isTimeline || undefined} aria-label={label}>
      {children}
    </aside>
  );
}
