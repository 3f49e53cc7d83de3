import { pageZoom } from "../../ui/viewport/fit-canvas.ts";

interface Pointed {
  readonly currentTarget: { readonly getBoundingClientRect: () => Pick<DOMRect, "left" | "top"> };
  readonly clientX: number;
  readonly clientY: number;
}

/**
 * Returns the position of a pointer in the listening element, in its CSS pixels. Events and boxes are in pixels of the
 * window, and a zoomed page has fewer CSS pixels than the window.
 */
export function pointIn({ currentTarget, clientX, clientY }: Pointed, zoom = pageZoom()): { readonly x: number; readonly y: number } {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
}
