import type { Palette } from "../../data/cell/palette.ts";
import type { GridLayout } from "./layout/grid-layout.ts";
import type { GridScene } from "./layout/grid-scene.ts";
import type { LiveChanges } from "./live-cell-source.ts";
import type { VisibleLines } from "./pixel-image.ts";

/** Cells whose look changed, each once. */
export interface CellChangeSet<Was> {
  readonly cells: Uint32Array;
  /** Returns what the cell at an index of this list showed before. */
  readonly wasAt: (index: number) => Was;
}

/** Computes and draws the looks of a scene's cells. `Was`: what a cell showed before. */
export interface CellRenderer<Scene extends GridScene, Was> {
  /** Sets the scene and returns the cells that look different; undefined if the cells moved, because then all are new.
   *  It invalidates earlier results. `isFollowed`: `touch` reports changes of cells, so only replaced nodes need a
   *  check. */
  show(scene: Scene, isFollowed: boolean): CellChangeSet<Was> | undefined;
  /** Applies the live values of some cells, or of all if `changes` is undefined. `scene`: the last scene with other
   *  cell values. For an image a cell may be reported twice and without its previous look. Undefined if cells are never
   *  live. */
  touch?(scene: Scene, changes: LiveChanges | undefined): CellChangeSet<Was>;
  /** Prepares for cells of one layout in one theme. Does not draw. */
  lay(layout: GridLayout, palette: Palette, pixelRatio: number): void;
  /** Cells are too small to fade: they are pixels of one image, and only `drawPixels` draws them. */
  readonly isImage: boolean;
  /** Draws a cell with its upper left corner at x, y, with the context's alpha, on a cleared area. */
  draw(context: CanvasRenderingContext2D, x: number, y: number, cell: number): void;
  drawWas(context: CanvasRenderingContext2D, x: number, y: number, was: Was): void;
  /** Draws the changed cells, or all of them; lines out of sight may wait until they are visible. `strengthOf` returns
   *  the opacity of a cell, 0 to 1. It is undefined if no cell is faded now or was faded when it was drawn. */
  drawPixels(
    context: CanvasRenderingContext2D,
    changed: CellChangeSet<Was> | undefined,
    strengthOf: ((cell: number) => number) | undefined,
    visibleLines: VisibleLines,
  ): void;
  /** Draws the waiting lines that became visible. Undefined if nothing waits. */
  drawUnseen?(context: CanvasRenderingContext2D, visibleLines: VisibleLines): void;
}
