/** More boxes than this are copied with all that lies between them. */
const MOST_BOXES = 400;

/** A drawing as one image of CSS pixels: its cost is its area, whatever the number of cells. Scaled to the screen without smoothing. */
export class PixelImage {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #image: ImageData | undefined;
  readonly #pixels: Uint32Array;

  /** `canvas`: one of its own, that nobody else draws on. */
  constructor(width: number, height: number, canvas: HTMLCanvasElement = document.createElement("canvas")) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d", { willReadFrequently: true });
    this.#canvas.width = Math.max(1, Math.ceil(width));
    this.#canvas.height = Math.max(1, Math.ceil(height));
    this.#image = this.#context?.createImageData(this.#canvas.width, this.#canvas.height);
    this.#pixels = new Uint32Array(this.#image?.data.buffer ?? new ArrayBuffer(0));
  }

  /** Sets a box to one colour: the four bytes of a pixel. */
  fill(x: number, y: number, width: number, height: number, colour: number): void {
    for (let dy = 0; dy < height; dy++) {
      const start = (y + dy) * this.#canvas.width + x;
      this.#pixels.fill(colour, start, start + width);
    }
  }

  /** Copies a stamp of so many pixels a row. */
  stamp(x: number, y: number, width: number, stamp: Uint32Array): void {
    for (let from = 0, to = y * this.#canvas.width + x; from < stamp.length; from += width, to += this.#canvas.width)
      for (let dx = 0; dx < width; dx++) this.#pixels[to + dx] = stamp[from + dx] ?? 0;
  }

  /** Puts the boxes of one size onto a context that is scaled to CSS pixels. */
  draw(
    context: CanvasRenderingContext2D,
    boxes: readonly { readonly x: number; readonly y: number }[],
    width: number,
    height: number,
  ): void {
    if (this.#image === undefined) return;
    if (boxes.length > MOST_BOXES) return this.drawAll(context);
    context.imageSmoothingEnabled = false;
    // All are put before any is drawn: a browser copies the whole image when it changes after it was drawn from.
    for (const { x, y } of boxes) this.#context?.putImageData(this.#image, 0, 0, x, y, width, height);
    for (const { x, y } of boxes) {
      context.clearRect(x, y, width, height);
      context.drawImage(this.#canvas, x, y, width, height, x, y, width, height);
    }
  }

  /** Puts the whole image onto a context. */
  drawAll(context: CanvasRenderingContext2D): void {
    if (this.#image === undefined) return;
    context.imageSmoothingEnabled = false;
    this.#context?.putImageData(this.#image, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.drawImage(this.#canvas, 0, 0);
  }
}

/** What a drawing of so many CSS pixels is, read back from a canvas: it knows every CSS colour, system colours too. */
export function pixelsOf(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): Uint32Array {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return new Uint32Array(width * height);
  draw(context);
  return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
}
