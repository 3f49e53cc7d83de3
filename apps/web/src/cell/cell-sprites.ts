import { drawCell } from "./draw-cell.ts";
import { type CellLook, lookKey } from "./look.ts";
import type { Palette } from "./palette.ts";

/** Each look drawn once, then copied: cells of one size at one resolution in one theme. Looks are few (state × flags), cells are many. */
export class CellSprites {
  readonly size: number;
  readonly #pixelRatio: number;
  readonly #palette: Palette;
  readonly #byKey = new Map<string, HTMLCanvasElement>();
  /** The same look object again costs no key. */
  readonly #byLook = new WeakMap<CellLook, HTMLCanvasElement>();

  constructor(size: number, pixelRatio: number, palette: Palette) {
    this.size = size;
    this.#pixelRatio = pixelRatio;
    this.#palette = palette;
  }

  isFor(size: number, pixelRatio: number, palette: Palette): boolean {
    return this.size === size && this.#pixelRatio === pixelRatio && this.#palette === palette;
  }

  /** Copies the look to x, y of a context that is scaled to CSS pixels, at its current alpha. */
  draw(context: Pick<CanvasRenderingContext2D, "drawImage">, x: number, y: number, look: CellLook): void {
    let sprite = this.#byLook.get(look);
    if (sprite === undefined) {
      sprite = this.#spriteOf(look);
      this.#byLook.set(look, sprite);
    }
    context.drawImage(sprite, x, y, this.size, this.size);
  }

  #spriteOf(look: CellLook): HTMLCanvasElement {
    const key = lookKey(look);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const sprite = document.createElement("canvas");
    const pixels = Math.max(1, Math.round(this.size * this.#pixelRatio));
    sprite.width = pixels;
    sprite.height = pixels;
    const context = sprite.getContext("2d");
    if (context !== null) {
      context.scale(pixels / this.size, pixels / this.size);
      drawCell(context, 0, 0, this.size, look, this.#palette);
    }
    this.#byKey.set(key, sprite);
    return sprite;
  }
}
