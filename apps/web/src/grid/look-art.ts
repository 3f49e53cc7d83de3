import { CellSprites } from "../cell/cell-sprites.ts";
import { pixelOf } from "../cell/draw-pixel.ts";
import type { CellLook } from "../cell/look.ts";
import type { Palette } from "../cell/palette.ts";
import type { CellArt } from "./cell-art.ts";
import type { GridLayout } from "./grid-layout.ts";
import type { GridScene } from "./grid-scene.ts";
import { LookColumn } from "./look-column.ts";
import { PixelImage, pixelsOf } from "./pixel-image.ts";

const PIXEL_SIZE_MAX = 2;

/** Cells of one pod each: a look, drawn once and copied; of one or two pixels its hue alone. */
export class LookArt implements CellArt<GridScene, number> {
  readonly #looks = new LookColumn();
  #scene: GridScene | undefined;
  #sprites: CellSprites | undefined;
  #image: PixelImage | undefined;
  #palette: Palette | undefined;
  readonly #colours = new Map<string, number>();

  get isImage(): boolean {
    return this.#image !== undefined;
  }

  show(scene: GridScene): ReadonlyMap<number, number> | undefined {
    this.#scene = scene;
    return this.#looks.show(scene);
  }

  lay({ cell, width, height }: GridLayout, palette: Palette, pixelRatio: number): void {
    if (this.#palette !== palette) this.#colours.clear();
    this.#palette = palette;
    this.#image = cell.width <= PIXEL_SIZE_MAX ? new PixelImage(width, height) : undefined;
    if (!this.#sprites?.isFor(cell.width, pixelRatio, palette)) this.#sprites = new CellSprites(cell.width, pixelRatio, palette);
  }

  draw(context: CanvasRenderingContext2D, x: number, y: number, cell: number): void {
    this.#sprites?.draw(context, x, y, this.#looks.lookOf(cell));
  }

  drawWas(context: CanvasRenderingContext2D, x: number, y: number, was: number): void {
    this.#sprites?.draw(context, x, y, this.#looks.table.look(was));
  }

  drawPixels(context: CanvasRenderingContext2D, cells: Iterable<number>, strengthOf: (cell: number) => number): void {
    if (this.#scene === undefined) return;
    const { x, y, layout } = this.#scene.places;
    const { width, height } = layout.cell;
    const boxes: { readonly x: number; readonly y: number }[] = [];
    for (const cell of cells) {
      const box = { x: x[cell] ?? 0, y: y[cell] ?? 0 };
      this.#image?.fill(box.x, box.y, width, height, this.#colourOf(this.#looks.lookOf(cell), strengthOf(cell)));
      boxes.push(box);
    }
    this.#image?.draw(context, boxes, width, height);
  }

  #colourOf(look: CellLook, strength: number): number {
    const pixel = this.#palette === undefined ? undefined : pixelOf(look, this.#palette);
    if (pixel === undefined) return 0;
    const key = `${pixel.colour}/${pixel.alpha * strength}`;
    let colour = this.#colours.get(key);
    if (colour === undefined) {
      [colour = 0] = pixelsOf(1, 1, (context) => {
        context.globalAlpha = pixel.alpha * strength;
        context.fillStyle = pixel.colour;
        context.fillRect(0, 0, 1, 1);
      });
      this.#colours.set(key, colour);
    }
    return colour;
  }
}
