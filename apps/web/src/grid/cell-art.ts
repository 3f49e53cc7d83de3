import type { Palette } from "../cell/palette.ts";
import type { GridLayout } from "./grid-layout.ts";
import type { GridScene } from "./grid-scene.ts";
import type { LiveChanges } from "./live-cells.ts";
import type { Sight } from "./pixel-image.ts";

/** Cells that look different, each once. */
export interface ChangedCells<Was> {
  readonly cells: Uint32Array;
  /** What the cell at a place of this list showed before. */
  readonly wasAt: (place: number) => Was;
}

/** What the cells of a scene look like, and how that is drawn. `Was`: what a cell showed before. */
export interface CellArt<Scene extends GridScene, Was> {
  /** Takes over a scene. The cells that look different; undefined where cells stand elsewhere: then all are new. What it gave before is void. `isFollowed`: what cells show is told by `touch`, so that only nodes that are others need to be looked at. */
  show(scene: Scene, isFollowed: boolean): ChangedCells<Was> | undefined;
  /** Takes over what some cells of the cluster state are now, all where none are given. `scene`: that which was shown last, with other cells. Of an image a cell may be given twice, and nothing of what it was. Left out where cells are never live. */
  touch?(scene: Scene, changes: LiveChanges | undefined): ChangedCells<Was>;
  /** Prepares for cells of one layout in one theme. Nothing is drawn yet. */
  lay(layout: GridLayout, palette: Palette, pixelRatio: number): void;
  /** Cells are too small to fade: they are pixels of one image, drawn by `drawPixels` alone. */
  readonly isImage: boolean;
  /** Draws a cell with its upper left corner at x, y, at the context's alpha, on ground that is clear. */
  draw(context: CanvasRenderingContext2D, x: number, y: number, cell: number): void;
  drawWas(context: CanvasRenderingContext2D, x: number, y: number, was: Was): void;
  /** Draws the cells that changed, or all of them; lines that are out of sight may wait until they are seen. `strengthOf`: 0 to 1, how far a cell steps back; left out where none does, nor did when it was drawn. */
  drawPixels(
    context: CanvasRenderingContext2D,
    changed: ChangedCells<Was> | undefined,
    strengthOf: ((cell: number) => number) | undefined,
    sight: Sight,
  ): void;
  /** Draws what waited for these lines to be seen. Left out where nothing waits. */
  drawUnseen?(context: CanvasRenderingContext2D, sight: Sight): void;
}
