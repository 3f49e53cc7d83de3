/** Keeps the screen on while the page is visible, until `signal` aborts. Has no effect if the browser lacks wake
 *  locks, or denies them on battery. */
function holdWakeLock(signal: AbortSignal): void {
  if (signal.aborted || !("wakeLock" in navigator)) return;
  let lock: WakeLockSentinel | undefined;
  const request = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const acquired = await navigator.wakeLock.request("screen");
      if (signal.aborted) await acquired.release();
      else lock = acquired;
    } catch {
      // If the wake lock is denied, the screen sleeps after the system's idle time.
    }
  };
  void request();
  document.addEventListener("visibilitychange", () => void request(), { signal });
  signal.addEventListener("abort", () => void lock?.release().catch(() => {}), { once: true });
}

/** The width that pages are designed for, CSS pixels. */
const DESIGN_WIDTH_PX = 1440;
/** With a larger zoom, too little of the page fits on the screen. */
const MAX_ZOOM = 4;

/** Returns the zoom factor for a wallboard of this width. */
export const wallboardZoom = (width: number): number => Math.min(MAX_ZOOM, Math.max(1, Math.round((width / DESIGN_WIDTH_PX) * 100) / 100));

/** Zooms the whole page with the width of the window, until `signal` aborts, because a wallboard is read from a
 *  distance. */
function applyWallboardZoom(signal: AbortSignal): void {
  if (signal.aborted) return;
  const { style } = document.documentElement;
  const fit = () => style.setProperty("zoom", String(wallboardZoom(innerWidth)));
  fit();
  addEventListener("resize", fit, { signal });
  signal.addEventListener("abort", () => style.removeProperty("zoom"), { once: true });
}

/** Turns the page into a wallboard until `signal` aborts: the screen stays on, and the page is larger. */
export function enterWallboard(signal: AbortSignal): void {
  applyWallboardZoom(signal);
  holdWakeLock(signal);
}
