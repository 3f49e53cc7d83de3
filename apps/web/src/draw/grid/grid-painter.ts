import { easeCubicOut, type Timer, timer } from "d3";
import type { Palette } from "../../data/cell/palette.ts";
import { rowsBetween } from "../../data/computed/computed.ts";
import { nodeAt } from "../../data/rows/node-cells.ts";
import { acceptAllNodes, type NodePredicate } from "../../data/rows/node-predicate.ts";
import { canvasPixelRatio, fitCanvas } from "../../ui/viewport/fit-canvas.ts";
import type { CellChangeSet, CellRenderer } from "./cell-renderer.ts";
import { cellCount, type GridPositions, type GridScene } from "./layout/grid-scene.ts";
import type { LiveChanges } from "./live-cell-source.ts";
import { ALL_VISIBLE, type VisibleLines } from "./pixel-image.ts";

/** How a change shows: `fade` between the two marks; `trace`, an outline for a while and no motion; `none`, if data is
 *  old or the page is hidden. */
export type ChangeMotion = "fade" | "trace" | "none";

const FADE_MS = 240;
export const HIGHLIGHT_MS = 2000;
/** With more changes at once a user cannot follow any: the cells are drawn without a transition. */
const MAX_AT_ONCE = 1000;
/** Opacity of cells that the legend's filter does not keep. */
const STEPPED_BACK = 0.28;

interface Fade<Was> {
  readonly from: Was;
  readonly startedMs: number;
}

/** A drawing and its inputs. While the inputs are the same, only changed cells are drawn. */
interface Drawing<Scene> {
  readonly scene: Scene;
  readonly palette: Palette;
  readonly keeps: NodePredicate;
  readonly pixelRatio: number;
  readonly context: CanvasRenderingContext2D;
  readonly traces: CanvasRenderingContext2D | undefined;
}

function isKept(keeps: NodePredicate, { cells }: GridScene["nodes"], row: number): boolean {
  const node = keeps === acceptAllNodes ? undefined : nodeAt(cells, row);
  return node === undefined || keeps(node);
}

/** Reports whether a filter keeps other nodes than before. O(changed rows). */
function keepsOthers(keeps: NodePredicate, before: GridScene["nodes"], after: GridScene["nodes"]): boolean {
  if (keeps === acceptAllNodes) return false;
  const rows = rowsBetween(before, after);
  return rows === undefined || rows.some((row) => isKept(keeps, before, row) !== isKept(keeps, after, row));
}

/** Draws the cells of the grid on one canvas and afterwards only those that changed. Outlines of changed cells are on a
 *  second canvas. The first scene, moved cells and another filter are drawn at once. Animation frames run only while a
 *  change shows. */
export class GridPainter<Scene extends GridScene, Was> {
  readonly #canvas: HTMLCanvasElement;
  readonly #overlay: HTMLCanvasElement;
  readonly #renderer: CellRenderer<Scene, Was>;
  #drawing: Drawing<Scene> | undefined;
  /** Running transitions by cell. */
  readonly #fades = new Map<number, Fade<Was>>();
  /** End times of the outlines by cell, as performance.now(). */
  readonly #traces = new Map<number, number>();
  #timer: Timer | undefined;
  #visibleLines = ALL_VISIBLE;

  constructor(canvas: HTMLCanvasElement, overlay: HTMLCanvasElement, renderer: CellRenderer<Scene, Was>) {
    this.#renderer = renderer;
    this.#canvas = canvas;
    this.#overlay = overlay;
  }

  /** `keeps` must be the same function while the filter is the same. `isFollowed`: `follow` reported the cell changes
   *  since the last scene. */
  show(scene: Scene, palette: Palette, keeps: NodePredicate, motion: ChangeMotion, isFollowed = false): void {
    const before = this.#drawing;
    // A filter is evaluated on scenes, regardless of the live cells drawn since.
    const changed = this.#renderer.show(scene, isFollowed && keeps === acceptAllNodes);
    const pixelRatio = canvasPixelRatio();
    if (before === undefined || changed === undefined || before.palette !== palette || before.pixelRatio !== pixelRatio) {
      this.#drawing = this.#startDrawing({ scene, palette, keeps, pixelRatio });
      this.#drawAll();
      return;
    }
    this.#drawing = { ...before, scene, keeps };
    if (before.keeps === keeps) this.#drawChanged(changed, motion);
    // With a filter, nodes that were redrawn live may need another opacity.
    if (before.keeps !== keeps || keepsOthers(keeps, before.scene.nodes, scene.nodes)) this.#drawAll();
  }

  /** Draws the live values of some cells, or of all if `changes` is undefined. `scene`: the last scene with these
   *  cells. */
  follow(scene: Scene, changes: LiveChanges | undefined, motion: ChangeMotion): void {
    const changed = this.#drawing && this.#renderer.touch?.(scene, changes);
    if (this.#drawing === undefined || changed === undefined) return;
    this.#drawing = { ...this.#drawing, scene };
    this.#drawChanged(changed, motion);
  }

  /** Sets the visible lines of the drawing. An image draws only these. */
  see(visibleLines: VisibleLines): void {
    this.#visibleLines = visibleLines;
    if (this.#drawing !== undefined) this.#renderer.drawUnseen?.(this.#drawing.context, visibleLines);
  }

  stop(): void {
    this.#timer?.stop();
  }

  /** Sets the canvases to the size of a scene and clears them. */
  #startDrawing({ scene, palette, keeps, pixelRatio }: Omit<Drawing<Scene>, "context" | "traces">): Drawing<Scene> | undefined {
    this.#fades.clear();
    this.#traces.clear();
    const { layout } = scene.places;
    const context = fitCanvas(this.#canvas, layout.width, layout.height, pixelRatio);
    const traces = fitCanvas(this.#overlay, layout.width, layout.height, pixelRatio);
    if (context === undefined) return undefined;
    this.#renderer.lay(layout, palette, pixelRatio);
    return { scene, palette, keeps, pixelRatio, context, traces };
  }

  #drawAll(): void {
    if (this.#drawing === undefined) return;
    const { scene, context } = this.#drawing;
    const { width, height } = scene.places.layout;
    if (this.#renderer.isImage) return this.#drawPixels(this.#drawing, undefined);
    context.clearRect(0, 0, width, height);
    const now = performance.now();
    for (let cell = 0; cell < cellCount(scene); cell++) this.#drawCell(this.#drawing, cell, now, true);
  }

  #drawChanged(changed: CellChangeSet<Was>, motion: ChangeMotion): void {
    const drawing = this.#drawing;
    const { cells, wasAt } = changed;
    if (drawing === undefined || cells.length === 0) return;
    const { isImage } = this.#renderer;
    if (isImage) this.#drawPixels(drawing, changed);
    if (isImage && motion !== "trace") return;
    const now = performance.now();
    const fades = motion === "fade" && !isImage && this.#fades.size + cells.length <= MAX_AT_ONCE;
    const traces = motion === "trace" && this.#traces.size + cells.length <= MAX_AT_ONCE;
    for (const [index, cell] of cells.entries()) {
      if (fades) this.#fades.set(cell, { from: wasAt(index), startedMs: now });
      else this.#fades.delete(cell);
      if (traces) this.#traces.set(cell, now + HIGHLIGHT_MS);
      if (!fades && !isImage) this.#drawCell(drawing, cell, now);
    }
    if (this.#traces.size > 0) this.#drawTraces(drawing);
    if (this.#fades.size > 0 || this.#traces.size > 0) this.#start();
  }

  #drawPixels({ scene, context, keeps }: Drawing<Scene>, changed: CellChangeSet<Was> | undefined): void {
    const strengthOf = keeps === acceptAllNodes ? undefined : (cell: number) => this.#strengthOf(scene, keeps, cell);
    this.#renderer.drawPixels(context, changed, strengthOf, this.#visibleLines);
  }

  #start(): void {
    this.#timer?.stop();
    this.#timer = timer(() => this.#step());
  }

  #step(): void {
    const drawing = this.#drawing;
    if (drawing === undefined) return;
    const now = performance.now();
    for (const [cell, fade] of this.#fades) {
      if (now - fade.startedMs >= FADE_MS) this.#fades.delete(cell);
      this.#drawCell(drawing, cell, now);
    }
    const drawn = this.#traces.size;
    for (const [cell, untilMs] of this.#traces) if (now >= untilMs) this.#traces.delete(cell);
    if (this.#traces.size < drawn) this.#drawTraces(drawing);
    if (this.#fades.size === 0 && this.#traces.size === 0) this.#timer?.stop();
  }

  #strengthOf({ places, nodes }: Scene, keeps: NodePredicate, cell: number): number {
    return isKept(keeps, nodes, places.rows[cell] ?? 0) ? 1 : STEPPED_BACK;
  }

  #drawCell({ scene, context, keeps }: Drawing<Scene>, cell: number, nowMs: number, isCleared = false): void {
    const { layout, x, y }: GridPositions = scene.places;
    const [left = 0, top = 0] = [x[cell], y[cell]];
    const strength = this.#strengthOf(scene, keeps, cell);
    const fade = this.#fades.get(cell);
    if (!isCleared) context.clearRect(left, top, layout.cell.width, layout.cell.height);
    const share = fade === undefined ? 1 : easeCubicOut(Math.min(1, (nowMs - fade.startedMs) / FADE_MS));
    if (fade !== undefined && share < 1) {
      context.globalAlpha = (1 - share) * strength;
      this.#renderer.drawWas(context, left, top, fade.from);
    }
    context.globalAlpha = share * strength;
    this.#renderer.draw(context, left, top, cell);
    context.globalAlpha = 1;
  }

  #drawTraces({ scene, traces, palette }: Drawing<Scene>): void {
    if (traces === undefined) return;
    const { layout, x, y } = scene.places;
    const { width, height } = layout.cell;
    const size = Math.min(width, height);
    const distance = size >= 14 ? 3 : 2;
    traces.clearRect(0, 0, layout.width, layout.height);
    traces.strokeStyle = palette.ink;
    traces.lineWidth = size >= 14 ? 2 : 1.5;
    for (const cell of this.#traces.keys())
      traces.strokeRect((x[cell] ?? 0) - distance, (y[cell] ?? 0) - distance, width + 2 * distance, height + 2 * distance);
  }
}
