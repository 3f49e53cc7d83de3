import { holdWakeLock } from "./hold-wake-lock.ts";
import { applyWallboardZoom } from "./wallboard-zoom.ts";

/** Turns the page into a wallboard until `signal` aborts: the screen stays on, and the page is larger. */
export function enterWallboard(signal: AbortSignal): void {
  applyWallboardZoom(signal);
  holdWakeLock(signal);
}
