import { keepAwake } from "./keep-awake.ts";
import { zoomWall } from "./wall-zoom.ts";

/** Makes a wall of the page, until the signal: the screen stays on, and all is larger. */
export function beWall(signal: AbortSignal): void {
  zoomWall(signal);
  keepAwake(signal);
}
