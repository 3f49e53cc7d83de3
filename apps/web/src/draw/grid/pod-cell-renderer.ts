import { unionOfRows } from "@daemonscope/shared/state/union-of-rows";
import type { Palette } from "../../data/cell/palette.ts";
import { CellSprites } from "../cell/cell-sprites.ts";
import { pixelOf } from "../cell/shapes/draw-pixel.ts";
import type { CellChangeSet, CellRenderer } from "./cell-renderer.ts";
import { CellStyleColumn } from "./cell-style-column.ts";
import type { GridLayout } from "./layout/grid-layout.ts";
import type { GridScene } from "./layout/grid-scene.ts";
import type { LiveChanges } from "./live-cell-source.ts";
import { PixelImage, pixelsOf, type VisibleLines } from "./pixel-image.ts";

const PIXEL_SIZE_MAX = 2;

/** Cells of one pod each. A look is drawn once and copied; a cell of one or two pixels shows only its hue. */
export class PodCellRenderer implements CellRenderer<GridScene, number> {
  readonly #looks = new CellStyleColumn();
  #scene: GridScene | undefined;
  #sprites: CellSprites | undefined;
  #image: PixelImage | undefined;
  /** Each pixel of the image is one pixel of the screen. */
  #isOneToOne = false;
  #palette: Palette | undefined;
  /** Pixels of the current palette, by look and strength. */
  readonly #colours = new Map<number, number>();

  get isImage(): boolean {
    return this.#image !== undefined;
  }

  show(scene: GridScene, isFollowed: boolean): CellChangeSet<number> | undefined {
    this.#scene = scene;
    return this.#looks.show(scene, isFollowed);
  }

  touch(scene: GridScene, changes: LiveChanges | undefined): CellChangeSet<number> {
    return this.#looks.touch(scene, changes && unionOfRows([...changes.values()].flat()));
  }

  lay({ cell, width, height }: GridLayout, palette: Palette, pixelRatio: number): void {
    if (this.#palette !== palette) this.#colours.clear();
    this.#palette = palette;
    this.#isOneToOne = pixelRatio === 1;
    this.#image = cell.width <= PIXEL_SIZE_MAX ? new PixelImage(width, height) : undefined;
    if (!this.#sprites?.isFor(cell.width, pixelRatio, palette)) this.#sprites = new CellSprites(cell.width, pixelRatio, palette);
  }

  draw(context: CanvasRenderingContext2D, x: number, y: number, cell: number): void {
    this.#sprites?.draw(context, x, y, this.#looks.lookOf(cell));
  }

  drawWas(context: CanvasRenderingContext2D, x: number, y: number, was: number): void {
    this.#sprites?.draw(context, x, y, this.#looks.table.styleOf(was));
  }

  drawPixels(
    context: CanvasRenderingContext2D,
    changed: CellChangeSet<number> | undefined,
    strengthOf: ((cell: number) => number) | undefined,
    visibleLines: VisibleLines,
  ): void {
    if (this.#scene === undefined || this.#image === undefined) return;
    const { x: xs, y: ys, rows, layout } = this.#scene.places;
    const { width, height } = layout.cell;
    for (const cell of changed?.cells ?? rows.keys()) {
      const colour = this.#colourOf(this.#looks.numberOf(cell), strengthOf?.(cell) ?? 1);
      this.#image.fill(xs[cell] ?? 0, ys[cell] ?? 0, width, height, colour);
    }
    if (this.#isOneToOne) this.#image.putWritten(context, visibleLines);
    else this.#image.draw(context, { listed: changed?.cells, xs, ys, width, height });
  }

  drawUnseen(context: CanvasRenderingContext2D, visibleLines: VisibleLines): void {
    if (this.#isOneToOne) this.#image?.putWritten(context, visibleLines);
  }

  /** Returns the colour of a look by its number. */
  #colourOf(number: number, strength: number): number {
    const key = number * 1001 + Math.round(strength * 1000);
    let colour = this.#colours.get(key);
    if (colour === undefined) {
      const pixel = this.#palette === undefined ? undefined : pixelOf(this.#looks.table.styleOf(number), this.#palette);
      [colour = 0] = pixelsOf(1, 1, (context) => {
        if (pixel === undefined) return;
        context.globalAlpha = pixel.alpha * strength;
        context.fillStyle = pixel.colour;
        context.fillRect(0, 0, 1, 1);
      });
      this.#colours.set(key, colour);
    }
    return colour;
  }
}
