import { easeCubicOut, type Timer, timer } from "d3";
import { CellSprites } from "../cell/cell-sprites.ts";
import { fitCanvas } from "../cell/fit-canvas.ts";
import { type CellLook, lookKey } from "../cell/look.ts";
import type { Palette } from "../cell/palette.ts";
import type { GridScene, SceneCell } from "./grid-scene.ts";
import { PixelField } from "./pixel-field.ts";

/** How a change shows: `fade` between the two marks; `trace`, an outline for a while and no motion; `none`, when data is old or nobody looks. */
export type ChangeMotion = "fade" | "trace" | "none";

const FADE_MS = 240;
export const TRACE_MS = 2000;
/** Cells that the legend's filter does not keep. */
const STEPPED_BACK = 0.28;
const PIXEL_SIZE_MAX = 2;

interface Fade {
  readonly from: CellLook;
  readonly startedMs: number;
}

/** Draws the cells of the grid on one canvas and afterwards only those that changed; outlines of changed cells on a second one.
 *  The first scene, another layout and another filter are drawn at once. Frames only while a change shows. */
export class GridPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #overlay: HTMLCanvasElement;
  #context: CanvasRenderingContext2D | undefined;
  #overlayContext: CanvasRenderingContext2D | undefined;
  #scene: GridScene | undefined;
  #palette: Palette | undefined;
  #pixelRatio = 0;
  #sprites: CellSprites | undefined;
  #field: PixelField | undefined;
  #keeps: (cell: SceneCell) => boolean = () => true;
  readonly #fades = new Map<number, Fade>();
  readonly #traces = new Map<number, number>();
  #timer: Timer | undefined;

  constructor(canvas: HTMLCanvasElement, overlay: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#overlay = overlay;
  }

  /** `keeps` must be the same function as long as the filter is the same. */
  show(scene: GridScene, palette: Palette, keeps: (cell: SceneCell) => boolean, motion: ChangeMotion): void {
    const before = this.#scene;
    const pixelRatio = window.devicePixelRatio || 1;
    const isSameGround =
      before !== undefined &&
      before.layout === scene.layout &&
      before.cells.length === scene.cells.length &&
      this.#palette === palette &&
      this.#pixelRatio === pixelRatio;
    this.#scene = scene;
    this.#palette = palette;
    if (!isSameGround) {
      this.#fades.clear();
      this.#traces.clear();
      this.#pixelRatio = pixelRatio;
      const { width, height } = scene.layout;
      this.#context = fitCanvas(this.#canvas, width, height, pixelRatio);
      this.#overlayContext = fitCanvas(this.#overlay, width, height, pixelRatio);
    }
    if (!isSameGround || this.#keeps !== keeps) {
      this.#keeps = keeps;
      this.#drawAll(scene);
      return;
    }
    this.#drawChanged(before, scene, motion);
  }

  stop(): void {
    this.#timer?.stop();
  }

  #drawAll(scene: GridScene): void {
    if (scene.layout.size <= PIXEL_SIZE_MAX) {
      this.#drawField(scene, scene.cells);
      return;
    }
    this.#context?.clearRect(0, 0, scene.layout.width, scene.layout.height);
    const now = performance.now();
    for (const [index, cell] of scene.cells.entries()) this.#drawCell(cell, index, now, true);
  }

  #drawChanged(before: GridScene, scene: GridScene, motion: ChangeMotion): void {
    const now = performance.now();
    const changed: SceneCell[] = [];
    scene.cells.forEach((cell, index) => {
      const was = before.cells[index];
      if (was === cell || was === undefined) return;
      if (was.node.name === cell.node.name && lookKey(was.look) === lookKey(cell.look)) return;
      changed.push(cell);
      if (motion === "fade" && scene.layout.size > PIXEL_SIZE_MAX) this.#fades.set(index, { from: was.look, startedMs: now });
      else this.#fades.delete(index);
      if (motion === "trace") this.#traces.set(index, now + TRACE_MS);
      if (motion !== "fade" && scene.layout.size > PIXEL_SIZE_MAX) this.#drawCell(cell, index, now);
    });
    if (changed.length === 0) return;
    if (scene.layout.size <= PIXEL_SIZE_MAX) this.#drawField(scene, changed);
    if (this.#traces.size > 0) this.#drawTraces();
    if (this.#fades.size > 0 || this.#traces.size > 0) this.#start();
  }

  #drawField(scene: GridScene, cells: readonly SceneCell[]): void {
    const { context, palette } = { context: this.#context, palette: this.#palette };
    if (context === undefined || palette === undefined) return;
    const { width, height, size } = scene.layout;
    let dirty = cells;
    if (!this.#field?.isFor(width, height, size, palette)) {
      this.#field = new PixelField(width, height, size, palette);
      dirty = scene.cells;
    }
    this.#field.set(dirty, (cell) => (this.#keeps(cell) ? 1 : STEPPED_BACK));
    this.#field.draw(context, width, height);
  }

  #start(): void {
    this.#timer?.stop();
    this.#timer = timer(() => this.#step());
  }

  #step(): void {
    const now = performance.now();
    for (const [index, fade] of this.#fades) {
      if (now - fade.startedMs >= FADE_MS) this.#fades.delete(index);
      const cell = this.#scene?.cells[index];
      if (cell !== undefined) this.#drawCell(cell, index, now);
    }
    const hadTraces = this.#traces.size > 0;
    for (const [index, untilMs] of this.#traces) if (now >= untilMs) this.#traces.delete(index);
    if (hadTraces) this.#drawTraces();
    if (this.#fades.size === 0 && this.#traces.size === 0) this.#timer?.stop();
  }

  #drawCell(cell: SceneCell, index: number, nowMs: number, isCleared = false): void {
    const { context, palette, scene } = { context: this.#context, palette: this.#palette, scene: this.#scene };
    if (context === undefined || palette === undefined || scene === undefined) return;
    const { size } = scene.layout;
    if (!this.#sprites?.isFor(size, this.#pixelRatio, palette)) this.#sprites = new CellSprites(size, this.#pixelRatio, palette);
    const strength = this.#keeps(cell) ? 1 : STEPPED_BACK;
    const fade = this.#fades.get(index);
    if (!isCleared) context.clearRect(cell.x, cell.y, size, size);
    const share = fade === undefined ? 1 : easeCubicOut(Math.min(1, (nowMs - fade.startedMs) / FADE_MS));
    if (fade !== undefined && share < 1) {
      context.globalAlpha = (1 - share) * strength;
      this.#sprites.draw(context, cell.x, cell.y, fade.from);
    }
    context.globalAlpha = share * strength;
    this.#sprites.draw(context, cell.x, cell.y, cell.look);
    context.globalAlpha = 1;
  }

  #drawTraces(): void {
    const { context, palette, scene } = { context: this.#overlayContext, palette: this.#palette, scene: this.#scene };
    if (context === undefined || palette === undefined || scene === undefined) return;
    const { width, height, size } = scene.layout;
    const away = size >= 14 ? 3 : 2;
    context.clearRect(0, 0, width, height);
    context.strokeStyle = palette.ink;
    context.lineWidth = size >= 14 ? 2 : 1.5;
    for (const index of this.#traces.keys()) {
      const cell = scene.cells[index];
      if (cell !== undefined) context.strokeRect(cell.x - away, cell.y - away, size + 2 * away, size + 2 * away);
    }
  }
}
