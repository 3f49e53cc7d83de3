/** The width that pages are drawn for, CSS pixels. */
const DRAWN_FOR = 1440;
/** What is larger than this is not seen at a glance. */
const MOST = 4;

/** How much larger all is drawn on a wall of this width. */
export const wallZoom = (width: number): number => Math.min(MOST, Math.max(1, Math.round((width / DRAWN_FOR) * 100) / 100));

/** Enlarges the whole page with the width of the window, until the signal: a wall is looked at from afar. */
export function zoomWall(signal: AbortSignal): void {
  if (signal.aborted) return;
  const { style } = document.documentElement;
  const fit = () => style.setProperty("zoom", String(wallZoom(innerWidth)));
  fit();
  addEventListener("resize", fit, { signal });
  signal.addEventListener("abort", () => style.removeProperty("zoom"), { once: true });
}
