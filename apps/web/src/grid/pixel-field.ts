import { pixelOf } from "../cell/draw-pixel.ts";
import type { Palette } from "../cell/palette.ts";
import type { SceneCell } from "./grid-scene.ts";

/** Cells of one or two pixels as one image: its cost is its area, whatever the number of cells. Scaled to the screen without smoothing. */
export class PixelField {
  readonly #canvas = document.createElement("canvas");
  readonly #context = this.#canvas.getContext("2d", { willReadFrequently: true });
  readonly #colours = new Map<string, number>();
  readonly #palette: Palette;
  readonly #size: number;
  readonly #image: ImageData | undefined;
  readonly #pixels: Uint32Array;

  constructor(width: number, height: number, size: number, palette: Palette) {
    this.#canvas.width = Math.max(1, Math.ceil(width));
    this.#canvas.height = Math.max(1, Math.ceil(height));
    this.#size = size;
    this.#palette = palette;
    this.#image = this.#context?.createImageData(this.#canvas.width, this.#canvas.height);
    this.#pixels = new Uint32Array(this.#image?.data.buffer ?? new ArrayBuffer(0));
  }

  isFor(width: number, height: number, size: number, palette: Palette): boolean {
    return (
      this.#canvas.width === Math.ceil(width) &&
      this.#canvas.height === Math.ceil(height) &&
      this.#size === size &&
      this.#palette === palette
    );
  }

  /** Sets the cells' pixels; `strength`: 0 to 1, how far a cell steps back. */
  set(cells: Iterable<SceneCell>, strength: (cell: SceneCell) => number): void {
    for (const cell of cells) {
      const colour = this.#colourOf(cell, strength(cell));
      for (let dy = 0; dy < this.#size; dy++)
        for (let dx = 0; dx < this.#size; dx++) this.#pixels[(cell.y + dy) * this.#canvas.width + cell.x + dx] = colour;
    }
  }

  draw(context: CanvasRenderingContext2D, width: number, height: number): void {
    if (this.#image === undefined) return;
    this.#context?.putImageData(this.#image, 0, 0);
    context.clearRect(0, 0, width, height);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.#canvas, 0, 0);
  }

  /** The colour as the four bytes of a pixel, read back from the canvas: it knows every CSS colour, system colours too. */
  #colourOf(cell: SceneCell, strength: number): number {
    const pixel = pixelOf(cell.look, this.#palette);
    if (pixel === undefined || this.#context === null) return 0;
    const key = `${pixel.colour}/${pixel.alpha * strength}`;
    const known = this.#colours.get(key);
    if (known !== undefined) return known;
    this.#context.clearRect(0, 0, 1, 1);
    this.#context.globalAlpha = pixel.alpha * strength;
    this.#context.fillStyle = pixel.colour;
    this.#context.fillRect(0, 0, 1, 1);
    this.#context.globalAlpha = 1;
    const colour = new Uint32Array(this.#context.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0;
    this.#colours.set(key, colour);
    return colour;
  }
}
