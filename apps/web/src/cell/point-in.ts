import { pageZoom } from "./fit-canvas.ts";

interface Pointed {
  readonly currentTarget: { readonly getBoundingClientRect: () => Pick<DOMRect, "left" | "top"> };
  readonly clientX: number;
  readonly clientY: number;
}

/** Where a pointer is in the element that listens, in its CSS pixels: the event and the box are of the window, which an enlarged page fills with fewer of them. */
export function pointIn({ currentTarget, clientX, clientY }: Pointed, zoom = pageZoom()): { readonly x: number; readonly y: number } {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
}
