/** The design width of pages, CSS pixels. */
const DRAWN_FOR = 1440;
/** Larger pages are too large for a quick check. */
const MOST = 4;

/** Returns the zoom factor for a wallboard of this width. */
export const wallboardZoom = (width: number): number => Math.min(MOST, Math.max(1, Math.round((width / DRAWN_FOR) * 100) / 100));

/** Zooms the whole page with the width of the window, until `signal` aborts, because a wallboard is read from a
 *  distance. */
export function applyWallboardZoom(signal: AbortSignal): void {
  if (signal.aborted) return;
  const { style } = document.documentElement;
  const fit = () => style.setProperty("zoom", String(wallboardZoom(innerWidth)));
  fit();
  addEventListener("resize", fit, { signal });
  signal.addEventListener("abort", () => style.removeProperty("zoom"), { once: true });
}
