/** How a look is drawn, and what makes two of them draw the same. */
export interface SpriteDrawing<Look, Colours> {
  readonly keyOf: (look: Look) => string;
  readonly draw: (context: CanvasRenderingContext2D, size: number, look: Look, palette: Colours) => void;
}

/** Each look drawn once, then copied: cells of one size at one resolution in one theme. Looks are few (state × flags), cells are many. */
export class Sprites<Look extends object, Colours extends object> {
  readonly size: number;
  readonly #pixelRatio: number;
  readonly #palette: Colours;
  readonly #drawing: SpriteDrawing<Look, Colours>;
  readonly #byKey = new Map<string, HTMLCanvasElement>();
  /** The same look object again costs no key. */
  readonly #byLook = new WeakMap<Look, HTMLCanvasElement>();

  constructor(size: number, pixelRatio: number, palette: Colours, drawing: SpriteDrawing<Look, Colours>) {
    this.size = size;
    this.#pixelRatio = pixelRatio;
    this.#palette = palette;
    this.#drawing = drawing;
  }

  isFor(size: number, pixelRatio: number, palette: Colours): boolean {
    return this.size === size && this.#pixelRatio === pixelRatio && this.#palette === palette;
  }

  /** Copies the look to x, y of a context that is scaled to CSS pixels, at its current alpha. */
  draw(context: Pick<CanvasRenderingContext2D, "drawImage">, x: number, y: number, look: Look): void {
    let sprite = this.#byLook.get(look);
    if (sprite === undefined) {
      sprite = this.#spriteOf(look);
      this.#byLook.set(look, sprite);
    }
    context.drawImage(sprite, x, y, this.size, this.size);
  }

  #spriteOf(look: Look): HTMLCanvasElement {
    const key = this.#drawing.keyOf(look);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const sprite = document.createElement("canvas");
    const pixels = Math.max(1, Math.round(this.size * this.#pixelRatio));
    sprite.width = pixels;
    sprite.height = pixels;
    const context = sprite.getContext("2d");
    if (context !== null) {
      context.scale(pixels / this.size, pixels / this.size);
      this.#drawing.draw(context, this.size, look, this.#palette);
    }
    this.#byKey.set(key, sprite);
    return sprite;
  }
}
