import type { Palette } from "../cell/palette.ts";
import type { GridLayout } from "./grid-layout.ts";
import type { GridScene } from "./grid-scene.ts";

/** What the cells of a scene look like, and how that is drawn. `Was`: what a cell showed before. */
export interface CellArt<Scene extends GridScene, Was> {
  /** Takes over a scene. The cells that look different, with what they showed, each once; undefined where cells stand elsewhere: then all are new. */
  show(scene: Scene): ReadonlyMap<number, Was> | undefined;
  /** Prepares for cells of one layout in one theme. Nothing is drawn yet. */
  lay(layout: GridLayout, palette: Palette, pixelRatio: number): void;
  /** Cells are too small to fade: they are pixels of one image, drawn by `drawPixels` alone. */
  readonly isImage: boolean;
  /** Draws a cell with its upper left corner at x, y, at the context's alpha, on ground that is clear. */
  draw(context: CanvasRenderingContext2D, x: number, y: number, cell: number): void;
  drawWas(context: CanvasRenderingContext2D, x: number, y: number, was: Was): void;
  /** `strengthOf`: 0 to 1, how far a cell steps back. */
  drawPixels(context: CanvasRenderingContext2D, cells: Iterable<number>, strengthOf: (cell: number) => number): void;
}
