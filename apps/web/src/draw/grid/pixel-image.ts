/** More boxes than this are copied together with all pixels between them. */
const MAX_BOXES = 400;

/** Boxes of one size: the listed indexes of the corners `xs` and `ys`, or all of them if `listed` is undefined. */
export interface Boxes {
  readonly listed: Uint32Array | undefined;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly width: number;
  readonly height: number;
}

/** Visible lines of a drawing, from `top` to before `bottom`. */
export interface VisibleLines {
  readonly top: number;
  readonly bottom: number;
}
export const ALL_VISIBLE: VisibleLines = { top: 0, bottom: Number.POSITIVE_INFINITY };

/** A drawing as one image of CSS pixels: its cost is its area, regardless of the number of cells. It is scaled to the
 *  screen without smoothing. The target canvas keeps its content: each drawing copies only the pixels written since the
 *  last one. */
export class PixelImage {
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D | null;
  readonly #image: ImageData | undefined;
  readonly #pixels: Uint32Array;
  readonly #width: number;
  /** Numbers of the first pixel written since the last drawing, and of the one after the last. */
  #from = Number.POSITIVE_INFINITY;
  #to = 0;

  /** `canvas`: a separate canvas that no other code draws on. */
  constructor(width: number, height: number, canvas: HTMLCanvasElement = document.createElement("canvas")) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d", { willReadFrequently: true });
    this.#width = Math.max(1, Math.ceil(width));
    this.#canvas.width = this.#width;
    this.#canvas.height = Math.max(1, Math.ceil(height));
    this.#image = this.#context?.createImageData(this.#canvas.width, this.#canvas.height);
    this.#pixels = new Uint32Array(this.#image?.data.buffer ?? new ArrayBuffer(0));
  }

  /** Sets a box to one colour: the four bytes of a pixel. */
  fill(x: number, y: number, width: number, height: number, colour: number): void {
    this.#touch(y, height);
    for (let dy = 0; dy < height; dy++) {
      const start = (y + dy) * this.#width + x;
      for (let at = start; at < start + width; at++) this.#pixels[at] = colour;
    }
  }

  /** Returns the number of a pixel, for `stampAt`. */
  numberOf(x: number, y: number): number {
    return y * this.#width + x;
  }

  /** Copies a stamp of `width` pixels a row. `at`: number of its first pixel. */
  stampAt(at: number, width: number, stamp: Uint32Array): void {
    if (stamp.length === 1) this.#pixels[at] = stamp[0] ?? 0;
    let last = at;
    if (stamp.length > 1)
      for (let from = 0, to = at; from < stamp.length; from += width, to += this.#width) {
        for (let dx = 0; dx < width; dx++) this.#pixels[to + dx] = stamp[from + dx] ?? 0;
        last = to + width - 1;
      }
    if (at < this.#from) this.#from = at;
    if (last >= this.#to) this.#to = last + 1;
  }

  #touch(y: number, height: number): void {
    if (y * this.#width < this.#from) this.#from = y * this.#width;
    if ((y + height) * this.#width > this.#to) this.#to = (y + height) * this.#width;
  }

  /** Returns and resets the lines that were written since the last drawing. */
  #takeLines(): { readonly top: number; readonly height: number } {
    const top = Math.floor(this.#from / this.#width);
    const height = this.#from < this.#to ? Math.ceil(this.#to / this.#width) - top : 0;
    this.#from = Number.POSITIVE_INFINITY;
    this.#to = 0;
    return { top, height };
  }

  /** Copies the written pixels, all of them in these boxes, onto a context that is scaled to CSS pixels. */
  draw(context: CanvasRenderingContext2D, { listed, xs, ys, width, height }: Boxes): void {
    if (this.#image === undefined) return;
    if (listed === undefined || listed.length > MAX_BOXES) return this.drawWritten(context);
    this.#takeLines();
    context.imageSmoothingEnabled = false;
    // All boxes are put before any is drawn: a browser copies the whole image if it changes after it was drawn from.
    for (const at of listed) this.#context?.putImageData(this.#image, 0, 0, xs[at] ?? 0, ys[at] ?? 0, width, height);
    for (const at of listed) {
      const [x = 0, y = 0] = [xs[at], ys[at]];
      context.clearRect(x, y, width, height);
      context.drawImage(this.#canvas, x, y, width, height, x, y, width, height);
    }
  }

  /** Copies all written lines onto a context that is scaled to CSS pixels. */
  drawWritten(context: CanvasRenderingContext2D): void {
    const { top, height } = this.#takeLines();
    if (this.#image === undefined || height === 0) return;
    context.imageSmoothingEnabled = false;
    this.#context?.putImageData(this.#image, 0, 0, 0, top, this.#width, height);
    context.clearRect(0, top, this.#width, height);
    context.drawImage(this.#canvas, 0, top, this.#width, height, 0, top, this.#width, height);
  }

  /** Copies written lines onto a context whose canvas has one pixel for each pixel of the image, without scaling and
   *  without an intermediate canvas. Lines out of sight remain to be put. */
  putWritten(context: CanvasRenderingContext2D, { top, bottom }: VisibleLines = ALL_VISIBLE): void {
    if (this.#image === undefined || this.#from >= this.#to) return;
    const first = Math.max(top, Math.floor(this.#from / this.#width));
    const end = Math.min(bottom, Math.ceil(this.#to / this.#width));
    if (first >= end) return;
    context.putImageData(this.#image, 0, 0, 0, first, this.#width, end - first);
    const [isFromStart, isToEnd] = [first * this.#width <= this.#from, end * this.#width >= this.#to];
    if (isFromStart && isToEnd) this.#takeLines();
    else if (isFromStart) this.#from = end * this.#width;
    else if (isToEnd) this.#to = first * this.#width;
  }
}

/** Returns the pixels of a drawing of this size, read back from a canvas. The canvas resolves every CSS colour,
 *  including system colours. */
export function pixelsOf(width: number, height: number, draw: (context: CanvasRenderingContext2D) => void): Uint32Array {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return new Uint32Array(width * height);
  draw(context);
  return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
}
