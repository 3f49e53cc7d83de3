/** Returns the CSS zoom of the page, which a wallboard increases; 1 if the browser has none. `currentCSSZoom` would
 *  compute the styles of the page each time. */
export const pageZoom = (): number => Number(document.documentElement.style.zoom) || 1;

/** Returns the canvas pixels per CSS pixel: a whole number, also at 125 % zoom, so that clearing a box clears all that
 *  was drawn in it. The browser scales the rest. */
export const canvasPixelRatio = (): number => Math.max(1, Math.ceil(window.devicePixelRatio * pageZoom()));

/**
 * Sizes a canvas to `width` × `height` CSS pixels at the screen's resolution and clears it. Its context is scaled to
 * CSS pixels. Undefined if the browser has no 2D context.
 */
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
