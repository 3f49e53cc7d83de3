import { applyWallboardZoom } from "./wallboard-zoom.ts";

/** Keeps the screen on while the page is visible, until `signal` aborts. Has no effect if the browser lacks wake
 *  locks, or denies them on battery. */
function holdWakeLock(signal: AbortSignal): void {
  if (signal.aborted || !("wakeLock" in navigator)) return;
  let lock: WakeLockSentinel | undefined;
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      const given = await navigator.wakeLock.request("screen");
      if (signal.aborted) await given.release();
      else lock = given;
    } catch {
      // Denied: the screen sleeps as the system is set.
    }
  };
  void ask();
  document.addEventListener("visibilitychange", () => void ask(), { signal });
  signal.addEventListener("abort", () => void lock?.release().catch(() => {}), { once: true });
}

/** Turns the page into a wallboard until `signal` aborts: the screen stays on, and the page is larger. */
export function enterWallboard(signal: AbortSignal): void {
  applyWallboardZoom(signal);
  holdWakeLock(signal);
}
