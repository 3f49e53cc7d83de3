import { easeCubicOut, interpolateNumber, type Timer, timer } from "d3";
import type { Palette } from "../../data/cell/palette.ts";
import type { LaneId } from "../../data/lanes/lanes.ts";
import { canvasPixelRatio, fitCanvas } from "../../ui/viewport/fit-canvas.ts";
import { CellSprites } from "../cell/cell-sprites.ts";
import { backgroundChanges, dotColumns, EMPTY_BACKGROUND, type FlowBackground, type FlowBox, flowBackgroundOf } from "./flow-background.ts";
import { type DotMove, type DotPosition, movesBetween } from "./flow-motion.ts";
import { PAIR_GAP } from "./flow-rasters.ts";
import { type FlowScene, OLD_POD_STYLE } from "./flow-scene.ts";

const MOVE_MS = 240;
/** Two ghosts behind a moving dot: how far back in the move, and their alpha. */
const GHOSTS = [
  { back: 0.3, alpha: 0.12 },
  { back: 0.15, alpha: 0.28 },
] as const;
/** If more dots move at once, ghosts are left out, because a user cannot follow a single dot. */
const GHOSTS_UP_TO = 60;
const DIMMED = 0.3;

/** Margin around a moving dot that is wiped too, CSS pixels. A dot between two pixels has soft edges. */
const SOFT_EDGE = 1;

/** Draws the dots of the flow and moves them between lanes, from their drawn positions. A new scene interrupts the
 *  old move. Requests frames only while something moves. Dots at rest are on a separate canvas below that of the
 *  moves, which redraws only changes. Without a graphics card, the cost of a frame is the area drawn on its canvas. */
export class FlowPainter {
  readonly #moving: HTMLCanvasElement;
  #scene: FlowScene | undefined;
  #palette: Palette | undefined;
  #context: CanvasRenderingContext2D | undefined;
  #pixelRatio = 0;
  readonly #sprites = new Map<number, CellSprites>();
  #moves = new Map<number, DotMove>();
  #progress = 1;
  #timer: Timer | undefined;
  #isLit: (lane: LaneId) => boolean = () => true;
  readonly #still: HTMLCanvasElement;
  #backgroundContext: CanvasRenderingContext2D | undefined;
  #background: FlowBackground = EMPTY_BACKGROUND;
  #backgroundPalette: Palette | undefined;
  /** Boxes that the last frame of the moves drew. */
  #drawn: FlowBox[] = [];

  constructor(still: HTMLCanvasElement, moving: HTMLCanvasElement) {
    this.#still = still;
    this.#moving = moving;
  }

  /** Shows the scene. If `animate` is false, it appears at once. `isLit` selects the lanes that are highlighted
   *  while a bar is in focus. */
  show(scene: FlowScene, palette: Palette, isLit: (lane: LaneId) => boolean, animate: boolean): void {
    const before = this.#scene;
    if (before !== scene) {
      const moves = animate && before !== undefined ? movesBetween(before, scene, (row) => this.#drawnAt(row)) : [];
      this.#moves = new Map(moves.map((move) => [move.row, move]));
      this.#scene = scene;
      this.#timer?.stop();
      this.#progress = moves.length === 0 ? 1 : 0;
      if (moves.length > 0) this.#timer = timer((elapsed) => this.#step(elapsed));
    }
    this.#palette = palette;
    this.#isLit = isLit;
    this.#fit(scene);
    this.#drawBackground();
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
      this.#drawBackground();
    }
    this.#draw();
  }

  #fit({ layout }: FlowScene): void {
    const pixelRatio = canvasPixelRatio();
    const isFitted = this.#moving.style.width === `${layout.width}px` && this.#moving.style.height === `${layout.height}px`;
    if (this.#context !== undefined && isFitted && this.#pixelRatio === pixelRatio) return;
    this.#context = fitCanvas(this.#moving, layout.width, layout.height, pixelRatio);
    this.#backgroundContext = fitCanvas(this.#still, layout.width, layout.height, pixelRatio);
    this.#background = EMPTY_BACKGROUND;
    this.#drawn = [];
    this.#pixelRatio = pixelRatio;
  }

  #positionAt(move: DotMove, progress: number): DotPosition {
    const eased = easeCubicOut(Math.max(0, progress));
    return { x: interpolateNumber(move.fromX, move.x)(eased), y: interpolateNumber(move.fromY, move.y)(eased) };
  }

  #drawnAt(row: number): DotPosition | undefined {
    const move = this.#moves.get(row);
    return move === undefined ? undefined : this.#positionAt(move, this.#progress);
  }

  #spritesFor(size: number, palette: Palette): CellSprites {
    const known = this.#sprites.get(size);
    if (known?.isFor(size, this.#pixelRatio, palette)) return known;
    const sprites = new CellSprites(size, this.#pixelRatio, palette);
    this.#sprites.set(size, sprites);
    return sprites;
  }

  /** Draws all dots at rest on the background canvas. */
  #drawBackground(): void {
    const { scene, palette, context } = { scene: this.#scene, palette: this.#palette, context: this.#backgroundContext };
    if (scene === undefined || palette === undefined || context === undefined) return;
    if (this.#backgroundPalette !== palette) {
      context.clearRect(0, 0, scene.layout.width, scene.layout.height);
      this.#background = EMPTY_BACKGROUND;
      this.#backgroundPalette = palette;
    }
    const background = flowBackgroundOf(
      scene,
      (row) => this.#moves.has(row),
      (lane) => !this.#isLit(lane),
    );
    const { wipe, outline, draw } = backgroundChanges(this.#background, background);
    for (const { x, y, width, height } of wipe) context.clearRect(x, y, width, height);
    context.strokeStyle = palette.line3;
    context.lineWidth = 1;
    context.setLineDash([2, 2]);
    for (const { x, y, width, height } of outline) context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    context.setLineDash([]);
    for (const { first, pitch, count } of dotColumns(draw)) {
      context.globalAlpha = first.dimmed ? DIMMED : 1;
      this.#spritesFor(first.width, palette).drawColumn(context, first.x, first.y, first.look, pitch, count);
    }
    context.globalAlpha = 1;
    this.#background = background;
  }

  /** Draws the moving dots. */
  #draw(): void {
    const { palette, context } = { palette: this.#palette, context: this.#context };
    if (palette === undefined || context === undefined) return;
    for (const { x, y, width, height } of this.#drawn)
      context.clearRect(x - SOFT_EDGE, y - SOFT_EDGE, width + 2 * SOFT_EDGE, height + 2 * SOFT_EDGE);
    this.#drawn = [];
    const ghosts = this.#moves.size <= GHOSTS_UP_TO ? GHOSTS : [];
    for (const move of this.#moves.values()) {
      for (const { back, alpha } of ghosts) {
        context.globalAlpha = alpha;
        this.#drawDot(context, palette, move, this.#positionAt(move, this.#progress - back));
      }
      context.globalAlpha = 1;
      this.#drawDot(context, palette, move, this.#positionAt(move, this.#progress));
    }
    context.globalAlpha = 1;
  }

  #drawDot(context: CanvasRenderingContext2D, palette: Palette, { size, look, isPair }: DotMove, { x, y }: DotPosition): void {
    const sprites = this.#spritesFor(size, palette);
    sprites.draw(context, x, y, look);
    if (isPair) sprites.draw(context, x, y + size + PAIR_GAP, OLD_POD_STYLE);
    this.#drawn.push({ x, y, width: size, height: isPair ? 2 * size + PAIR_GAP : size });
  }
}
