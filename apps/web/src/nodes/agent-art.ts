import { CellSprites } from "../cell/cell-sprites.ts";
import { drawCell } from "../cell/draw-cell.ts";
import { drawPixel } from "../cell/draw-pixel.ts";
import { figureOfByte } from "../cell/figure.ts";
import type { Palette } from "../cell/palette.ts";
import type { CellArt } from "../grid/cell-art.ts";
import type { GridLayout } from "../grid/grid-layout.ts";
import { PixelImage, pixelsOf } from "../grid/pixel-image.ts";
import { countOfPlaces, rasterOf } from "./agent-places.ts";
import { type AgentShape, type AgentShapes, shapeIn } from "./agent-shapes.ts";
import { type AgentBytes, type AgentScene, AgentTicks, frameOf } from "./agent-ticks.ts";
import { drawAgents, lookOfTick, placeAt } from "./draw-agents.ts";

/** Beside the bytes: plate alone, and the line of a NotReady node. */
const NO_AGENT = 256;
const INK = 257;
const stampKey = (what: number, strength: number): number => Math.round(strength * 1000) * 512 + what;

/** Pixels of one tick on its plate, at a strength. */
function stampOf(tick: number, byte: number, strength: number, palette: Palette): Uint32Array {
  return pixelsOf(tick, tick, (context) => {
    context.fillStyle = palette.plate;
    context.fillRect(0, 0, tick, tick);
    const figure = figureOfByte(byte);
    // Side by side they merge into a quiet block.
    if (figure === "available" || figure === "old") drawPixel(context, 0, 0, tick, lookOfTick(byte), palette);
    else drawCell(context, 0, 0, tick, lookOfTick(byte), palette);
    faded(context, tick, tick, strength);
  });
}

/** Makes what was drawn less opaque. */
function faded(context: CanvasRenderingContext2D, width: number, height: number, strength: number): void {
  context.globalCompositeOperation = "destination-in";
  context.globalAlpha = strength;
  context.fillRect(0, 0, width, height);
}

/** Cells of nodes with their agents inside: framed ones are drawn tick by tick, small ones are stamped into one image. */
export class AgentArt implements CellArt<AgentScene, AgentBytes> {
  readonly #shapes: AgentShapes;
  readonly #ticks = new AgentTicks();
  readonly #stamps = new Map<number, Uint32Array>();
  #scene: AgentScene | undefined;
  #shape: AgentShape;
  #palette: Palette | undefined;
  #sprites: CellSprites | undefined;
  #image: PixelImage | undefined;

  constructor(shapes: AgentShapes) {
    this.#shapes = shapes;
    this.#shape = shapes.plate;
  }

  get isImage(): boolean {
    return this.#image !== undefined;
  }

  show(scene: AgentScene): ReadonlyMap<number, AgentBytes> | undefined {
    this.#scene = scene;
    return this.#ticks.show(scene);
  }

  lay({ cell, width, height }: GridLayout, palette: Palette, pixelRatio: number): void {
    this.#stamps.clear();
    this.#palette = palette;
    this.#shape = shapeIn(this.#shapes, cell);
    const { tick, padding } = this.#shape;
    this.#image = padding === 0 ? new PixelImage(width, height) : undefined;
    if (!this.#sprites?.isFor(tick, pixelRatio, palette)) this.#sprites = new CellSprites(tick, pixelRatio, palette);
  }

  draw(context: CanvasRenderingContext2D, x: number, y: number, cell: number): void {
    this.drawWas(context, x, y, this.#ticks.of(cell));
  }

  drawWas(context: CanvasRenderingContext2D, x: number, y: number, was: AgentBytes): void {
    if (this.#palette === undefined || this.#sprites === undefined) return;
    drawAgents(context, x, y, this.#shape, rasterOf(was.length - 1), was, this.#palette, this.#sprites);
  }

  drawPixels(context: CanvasRenderingContext2D, cells: Iterable<number>, strengthOf: (cell: number) => number): void {
    if (this.#scene === undefined) return;
    const { x, y } = this.#scene.places;
    const raster = rasterOf(countOfPlaces(this.#scene.agents));
    const { tick, width, height } = this.#shape;
    const boxes: { readonly x: number; readonly y: number }[] = [];
    for (const cell of cells) {
      const box = { x: x[cell] ?? 0, y: y[cell] ?? 0 };
      const strength = strengthOf(cell);
      const bytes = this.#ticks.of(cell);
      for (let place = 0; place < raster.columns * raster.rows; place++) {
        const at = placeAt(this.#shape, raster, place);
        // What has no agent is plate.
        const byte = place < bytes.length - 1 ? bytes[place] : undefined;
        this.#image?.stamp(box.x + at.x, box.y + at.y, tick, this.#stamp(byte, strength));
      }
      this.#image?.fill(box.x, box.y + height - 1, width, 1, frameOf(bytes).isReady ? 0 : this.#ink(strength));
      boxes.push(box);
    }
    this.#image?.draw(context, boxes, width, height);
  }

  #stamp(byte: number | undefined, strength: number): Uint32Array {
    return this.#kept(stampKey(byte ?? NO_AGENT, strength), (palette) => {
      const { tick } = this.#shape;
      if (byte !== undefined) return stampOf(tick, byte, strength, palette);
      return pixelsOf(tick, tick, (context) => {
        context.globalAlpha = strength;
        context.fillStyle = palette.plate;
        context.fillRect(0, 0, tick, tick);
      });
    });
  }

  #ink(strength: number): number {
    const [colour = 0] = this.#kept(stampKey(INK, strength), (palette) =>
      pixelsOf(1, 1, (context) => {
        context.globalAlpha = strength;
        context.fillStyle = palette.ink;
        context.fillRect(0, 0, 1, 1);
      }),
    );
    return colour;
  }

  #kept(key: number, make: (palette: Palette) => Uint32Array): Uint32Array {
    let stamp = this.#stamps.get(key);
    if (stamp === undefined) {
      stamp = this.#palette === undefined ? new Uint32Array() : make(this.#palette);
      this.#stamps.set(key, stamp);
    }
    return stamp;
  }
}
