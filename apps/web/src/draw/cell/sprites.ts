/** Draws a style. Styles with equal keys draw the same. */
export interface SpriteDrawing<Look, Colours> {
  readonly keyOf: (look: Look) => string;
  readonly draw: (context: CanvasRenderingContext2D, size: number, look: Look, palette: Colours) => void;
}

/** Fewer cells are copied one by one. */
const FEW = 3;

interface Column {
  readonly canvas: HTMLCanvasElement;
  /** In canvas pixels. */
  readonly step: number;
  readonly count: number;
}

/**
 * Draws each style once and then copies it, for cells of one size, resolution and theme. Styles are few (state ×
 * flags), cells are many.
 */
export class Sprites<Look extends object, Colours extends object> {
  readonly size: number;
  readonly #pixelRatio: number;
  readonly #palette: Colours;
  readonly #drawing: SpriteDrawing<Look, Colours>;
  readonly #byKey = new Map<string, HTMLCanvasElement>();
  /** Spares the computation of a key for a look object that is known. */
  readonly #byLook = new WeakMap<Look, HTMLCanvasElement>();
  /** The longest requested column of each style. */
  readonly #columns = new WeakMap<HTMLCanvasElement, Column>();

  constructor(size: number, pixelRatio: number, palette: Colours, drawing: SpriteDrawing<Look, Colours>) {
    this.size = size;
    this.#pixelRatio = pixelRatio;
    this.#palette = palette;
    this.#drawing = drawing;
  }

  isFor(size: number, pixelRatio: number, palette: Colours): boolean {
    return this.size === size && this.#pixelRatio === pixelRatio && this.#palette === palette;
  }

  /** Copies a style to x, y of a context that is scaled to CSS pixels, at its current alpha. */
  draw(context: Pick<CanvasRenderingContext2D, "drawImage">, x: number, y: number, look: Look): void {
    context.drawImage(this.#sprite(look), x, y, this.size, this.size);
  }

  /**
   * Copies a column of cells that are `pitch` CSS pixels apart. If they align with pixels, one copy draws all of them.
   */
  drawColumn(context: Pick<CanvasRenderingContext2D, "drawImage">, x: number, y: number, look: Look, pitch: number, count: number): void {
    const [size, step] = [this.size * this.#pixelRatio, pitch * this.#pixelRatio];
    if (count < FEW || !Number.isInteger(size) || !Number.isInteger(step)) {
      for (let at = 0; at < count; at++) this.draw(context, x, y + at * pitch, look);
      return;
    }
    const pixels = (count - 1) * step + size;
    const { canvas } = this.#column(this.#sprite(look), step, count);
    context.drawImage(canvas, 0, 0, size, pixels, x, y, this.size, pixels / this.#pixelRatio);
  }

  #column(sprite: HTMLCanvasElement, step: number, count: number): Column {
    const known = this.#columns.get(sprite);
    if (known !== undefined && known.step === step && known.count >= count) return known;
    const canvas = document.createElement("canvas");
    canvas.width = sprite.width;
    canvas.height = count * step;
    const context = canvas.getContext("2d");
    for (let at = 0; at < count; at++) context?.drawImage(sprite, 0, at * step);
    const column = { canvas, step, count };
    this.#columns.set(sprite, column);
    return column;
  }

  #sprite(look: Look): HTMLCanvasElement {
    const known = this.#byLook.get(look);
    if (known !== undefined) return known;
    const sprite = this.#spriteOf(look);
    this.#byLook.set(look, sprite);
    return sprite;
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
