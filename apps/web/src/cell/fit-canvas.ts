/** Gives a canvas `width` × `height` CSS pixels at the screen's resolution, cleared, and its context scaled to CSS pixels. Undefined when the browser has no 2D. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  pixelRatio: number = window.devicePixelRatio || 1,
): CanvasRenderingContext2D | undefined {
  canvas.width = Math.max(1, Math.round(width * pixelRatio));
  canvas.height = Math.max(1, Math.round(height * pixelRatio));
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d") ?? undefined;
  context?.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  return context;
}
