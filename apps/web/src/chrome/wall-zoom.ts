import { useLayoutEffect } from "react";

/** The width that pages are drawn for, CSS pixels. */
const DRAWN_FOR = 1440;
/** What is larger than this is not seen at a glance. */
const MOST = 4;

/** How much larger all is drawn on a wall of this width. */
export const wallZoom = (width: number): number => Math.min(MOST, Math.max(1, Math.round((width / DRAWN_FOR) * 100) / 100));

/** Enlarges the whole page with the width of the window: a wall is looked at from afar. */
export function useWallZoom(isWall: boolean): void {
  useLayoutEffect(() => {
    if (!isWall) return;
    const root = document.documentElement;
    const fit = () => root.style.setProperty("zoom", String(wallZoom(window.innerWidth)));
    fit();
    addEventListener("resize", fit);
    return () => {
      removeEventListener("resize", fit);
      root.style.removeProperty("zoom");
    };
  }, [isWall]);
}
