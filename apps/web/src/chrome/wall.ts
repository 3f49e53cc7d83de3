import { keepAwake } from "./keep-awake.ts";
import { zoomWall } from "./wall-zoom.ts";

/** Turns the page into a wallboard until `signal` aborts: the screen stays on, and the page is larger. */
export function beWall(signal: AbortSignal): void {
  zoomWall(signal);
  keepAwake(signal);
}
