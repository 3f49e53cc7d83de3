/** A canvas whose pixels a test can compare: it supports boxes, images and copies without scaling, and ignores lines.
 *  Counts the calls. */
export class PixelCanvas {
  width = 0;
  height = 0;
  readonly done: Record<string, number> = {};
  readonly style = {};
  #pixels = new Uint32Array();
  readonly context: CanvasRenderingContext2D;

  constructor(width = 0, height = 0) {
    this.width = width;
    this.height = height;
    this.context = this.#contextOf();
  }

  getContext(): CanvasRenderingContext2D {
    return this.context;
  }

  get pixels(): Uint32Array {
    const size = this.width * this.height;
    if (this.#pixels.length !== size) this.#pixels = new Uint32Array(size);
    return this.#pixels;
  }

  #box(x: number, y: number, width: number, height: number, pixelAt: (x: number, y: number) => number | undefined): void {
    const { pixels } = this;
    for (let row = Math.max(0, y); row < Math.min(this.height, y + height); row++)
      for (let column = Math.max(0, x); column < Math.min(this.width, x + width); column++) {
        const pixel = pixelAt(column, row);
        if (pixel !== undefined) pixels[row * this.width + column] = pixel;
      }
  }

  #contextOf(): CanvasRenderingContext2D {
    const count = (call: string) => {
      this.done[call] = (this.done[call] ?? 0) + 1;
    };
    const image = (width: number, height: number) => ({ width, height, data: new Uint8ClampedArray(width * height * 4) });
    const known: Record<string, unknown> = {
      globalAlpha: 1,
      fillStyle: "",
      createImageData: image,
      getImageData: (x: number, y: number, width: number, height: number) => {
        const read = image(width, height);
        const into = new Uint32Array(read.data.buffer);
        for (let at = 0; at < into.length; at++) into[at] = this.pixels[(y + Math.floor(at / width)) * this.width + x + (at % width)] ?? 0;
        return read;
      },
      putImageData: ({ width, data }: ImageData, _dx: number, _dy: number, x: number, y: number, across: number, down: number) => {
        count("putImageData");
        const from = new Uint32Array(data.buffer);
        this.#box(x, y, across, down, (column, row) => from[row * width + column]);
      },
      clearRect: (x: number, y: number, width: number, height: number) => {
        count("clearRect");
        this.#box(x, y, width, height, () => 0);
      },
      fillRect: (x: number, y: number, width: number, height: number) => {
        count("fillRect");
        const colour = hashOf(`${known.fillStyle}/${known.globalAlpha}/${known.globalCompositeOperation ?? ""}`);
        this.#box(x, y, width, height, (column, row) => (colour ^ (this.pixels[row * this.width + column] ?? 0)) >>> 0);
      },
      drawImage: (from: PixelCanvas, x: number, y: number, width: number, height: number) => {
        count("drawImage");
        const { pixels } = from;
        this.#box(x, y, width, height, (column, row) => pixels[row * from.width + column]);
      },
    };
    return new Proxy(known, {
      get: (_, name) => (name in known ? known[name as string] : () => undefined),
    }) as unknown as CanvasRenderingContext2D;
  }
}

function hashOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (hash | 1) >>> 0;
}
