/** How much larger the page draws itself than the browser asks for: on a wall. 1 where the browser does not tell. */
export const pageZoom = (): number => (document.documentElement as { readonly currentCSSZoom?: number }).currentCSSZoom ?? 1;

/** Pixels of a canvas for each CSS pixel: whole, also where the page is zoomed to 125 %, so that wiping a box wipes all that was drawn in it. The browser scales the rest. */
export const canvasPixelRatio = (): number => Math.max(1, Math.ceil(window.devicePixelRatio * pageZoom()));

/** Gives a canvas `width` × `height` CSS pixels at the screen's resolution, cleared, and its context scaled to CSS pixels. Undefined when the browser has no 2D. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  pixelRatio: number = canvasPixelRatio(),
): CanvasRenderingContext2D | undefined {
  canvas.width = Math.max(1, Math.round(width * pixelRatio));
  canvas.height = Math.max(1, Math.round(height * pixelRatio));
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d") ?? undefined;
  context?.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  return context;
}
