import { easeCubicOut, type Timer, timer } from "d3";
import { CellSprites } from "../cell/cell-sprites.ts";
import { fitCanvas } from "../cell/fit-canvas.ts";
import type { Palette } from "../cell/palette.ts";
import { type Ground, groundChanges, groundOf } from "./flow-ground.ts";
import { type DotMove, type DrawnAt, movesBetween } from "./flow-motion.ts";
import type { FlowDot, FlowScene } from "./flow-scene.ts";
import type { LaneId } from "./lanes.ts";

const MOVE_MS = 240;
/** Two ghosts behind a moving dot: how far back in the move, and how strong. */
const GHOSTS = [
  { back: 0.3, alpha: 0.12 },
  { back: 0.15, alpha: 0.28 },
] as const;
const DIMMED = 0.3;

const BARE: Ground = new Map();

/** Draws the dots of the flow and moves them between lanes, from where they are drawn; a new scene interrupts the old move. Frames only while something moves.
 *  What stands still is on a canvas of its own, on which only what changed is drawn anew: a frame of a move copies it whole. */
export class FlowPainter {
  readonly #canvas: HTMLCanvasElement;
  #scene: FlowScene | undefined;
  #palette: Palette | undefined;
  #context: CanvasRenderingContext2D | undefined;
  #pixelRatio = 0;
  readonly #sprites = new Map<number, CellSprites>();
  #moves = new Map<string, DotMove>();
  #progress = 1;
  #timer: Timer | undefined;
  #isLit: (lane: LaneId) => boolean = () => true;
  readonly #groundCanvas = document.createElement("canvas");
  #groundContext: CanvasRenderingContext2D | undefined;
  #ground: Ground = BARE;
  #groundPalette: Palette | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  /** Shows the scene. `animate` false: at once. `isLit`: lanes that stand out while a bracket is in focus. */
  show(scene: FlowScene, palette: Palette, isLit: (lane: LaneId) => boolean, animate: boolean): void {
    const before = this.#scene;
    if (before !== scene) {
      const moves = animate && before !== undefined ? movesBetween(before, scene, (key) => this.#drawnAt(key)) : [];
      this.#moves = new Map(moves.map((move) => [move.dot.key, move]));
      this.#scene = scene;
      this.#timer?.stop();
      this.#progress = moves.length === 0 ? 1 : 0;
      if (moves.length > 0) this.#timer = timer((elapsed) => this.#step(elapsed));
    }
    this.#palette = palette;
    this.#isLit = isLit;
    this.#fit(scene);
    this.#layGround();
    this.#draw();
  }

  stop(): void {
    this.#timer?.stop();
  }

  #step(elapsedMs: number): void {
    this.#progress = Math.min(1, elapsedMs / MOVE_MS);
    if (this.#progress === 1) {
      this.#timer?.stop();
      this.#moves.clear();
      this.#layGround();
    }
    this.#draw();
  }

  #fit({ layout }: FlowScene): void {
    const pixelRatio = window.devicePixelRatio || 1;
    const isFitted = this.#canvas.style.width === `${layout.width}px` && this.#canvas.style.height === `${layout.height}px`;
    if (this.#context !== undefined && isFitted && this.#pixelRatio === pixelRatio) return;
    this.#context = fitCanvas(this.#canvas, layout.width, layout.height, pixelRatio);
    this.#groundContext = fitCanvas(this.#groundCanvas, layout.width, layout.height, pixelRatio);
    this.#ground = BARE;
    this.#pixelRatio = pixelRatio;
  }

  #positionAt(move: DotMove, progress: number): DrawnAt {
    const eased = easeCubicOut(Math.max(0, progress));
    return { x: move.fromX + (move.dot.x - move.fromX) * eased, y: move.fromY + (move.dot.y - move.fromY) * eased };
  }

  #drawnAt(key: string): DrawnAt | undefined {
    const move = this.#moves.get(key);
    return move === undefined ? undefined : this.#positionAt(move, this.#progress);
  }

  #spritesFor(size: number, palette: Palette): CellSprites {
    const known = this.#sprites.get(size);
    if (known?.isFor(size, this.#pixelRatio, palette)) return known;
    const sprites = new CellSprites(size, this.#pixelRatio, palette);
    this.#sprites.set(size, sprites);
    return sprites;
  }

  /** Puts what stands still on the ground: all dots but those that move. */
  #layGround(): void {
    const { scene, palette, context } = { scene: this.#scene, palette: this.#palette, context: this.#groundContext };
    if (scene === undefined || palette === undefined || context === undefined) return;
    if (this.#groundPalette !== palette) {
      context.clearRect(0, 0, scene.layout.width, scene.layout.height);
      this.#ground = BARE;
      this.#groundPalette = palette;
    }
    const standing = this.#moves.size === 0 ? scene.dots : scene.dots.filter((dot) => !this.#moves.has(dot.key));
    const ground = groundOf(standing, ({ lane }) => !this.#isLit(lane));
    const { wipe, draw } = groundChanges(this.#ground, ground);
    for (const { x, y, size, below } of wipe) {
      context.clearRect(x, y, size, size);
      if (below !== undefined) context.clearRect(x, below.y, size, size);
    }
    for (const { dot, dimmed } of draw) {
      context.globalAlpha = dimmed ? DIMMED : 1;
      this.#drawDot(context, palette, dot, dot);
    }
    context.globalAlpha = 1;
    this.#ground = ground;
  }

  #draw(): void {
    const { scene, palette, context } = { scene: this.#scene, palette: this.#palette, context: this.#context };
    if (scene === undefined || palette === undefined || context === undefined) return;
    context.clearRect(0, 0, scene.layout.width, scene.layout.height);
    context.strokeStyle = palette.line3;
    context.lineWidth = 1;
    context.setLineDash([2, 2]);
    for (const { x, y, width, height } of scene.free) context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    context.setLineDash([]);
    context.drawImage(this.#groundCanvas, 0, 0, scene.layout.width, scene.layout.height);
    for (const move of this.#moves.values()) {
      for (const { back, alpha } of GHOSTS) {
        context.globalAlpha = alpha;
        this.#drawDot(context, palette, move.dot, this.#positionAt(move, this.#progress - back));
      }
      context.globalAlpha = 1;
      this.#drawDot(context, palette, move.dot, this.#positionAt(move, this.#progress));
    }
    context.globalAlpha = 1;
  }

  #drawDot(context: CanvasRenderingContext2D, palette: Palette, dot: FlowDot, at: DrawnAt): void {
    const sprites = this.#spritesFor(dot.size, palette);
    sprites.draw(context, at.x, at.y, dot.look);
    if (dot.below !== undefined) sprites.draw(context, at.x, at.y + dot.below.y - dot.y, dot.below.look);
  }
}
