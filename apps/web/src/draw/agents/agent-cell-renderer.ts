import { unionOfRows } from "@daemonscope/shared/state/union-of-rows";
import { cellVariantOfByte } from "../../data/cell/cell-variant.ts";
import type { Palette } from "../../data/cell/palette.ts";
import { CellSprites } from "../cell/cell-sprites.ts";
import { drawCell } from "../cell/shapes/draw-cell.ts";
import { drawPixel } from "../cell/shapes/draw-pixel.ts";
import type { CellChangeSet, CellRenderer } from "../grid/cell-renderer.ts";
import type { GridLayout } from "../grid/layout/grid-layout.ts";
import type { LiveChanges } from "../grid/live-cell-source.ts";
import { PixelImage, pixelsOf, type VisibleLines } from "../grid/pixel-image.ts";
import {
  type AgentBytes,
  AgentCellBytes,
  type AgentScene,
  type ChangedAgents,
  type ChangedSlots,
  UNREADY_FRAME,
} from "./agent-cell-bytes.ts";
import { type AgentShape, type AgentShapes, shapeIn } from "./agent-shapes.ts";
import { type AgentSlots, agentSlotCount, rasterOf } from "./agent-slots.ts";
import { agentCellStyle, drawAgents, drawDot, isDot, slotOrigin } from "./draw-agents.ts";

/** Keys after the bytes: the plate alone, and the line of a NotReady node. */
const NO_AGENT = 256;
const INK = 257;
const NO_BYTES = new Uint8Array();
const stampKey = (stamp: number, strength: number): number => Math.round(strength * 1000) * 512 + stamp;

/** Returns the pixels of one tick on its plate, at a strength. */
function stampOf(tick: number, byte: number, strength: number, palette: Palette): Uint32Array {
  return pixelsOf(tick, tick, (context) => {
    context.fillStyle = palette.plate;
    context.fillRect(0, 0, tick, tick);
    const variant = cellVariantOfByte(byte);
    // Adjacent ticks merge into a quiet block.
    if (isDot(byte, tick)) drawDot(context, 0, 0, tick, palette);
    else if (variant === "available" || variant === "old") drawPixel(context, 0, 0, tick, agentCellStyle(byte), palette);
    else drawCell(context, 0, 0, tick, agentCellStyle(byte), palette);
    fade(context, tick, tick, strength);
  });
}

/** Reduces the opacity of the drawing. */
function fade(context: CanvasRenderingContext2D, width: number, height: number, strength: number): void {
  context.globalCompositeOperation = "destination-in";
  context.globalAlpha = strength;
  context.fillRect(0, 0, width, height);
}

/** Cells of nodes with their agents inside: framed ones are drawn tick by tick, small ones are stamped into one
 *  image. */
export class AgentCellRenderer implements CellRenderer<AgentScene, AgentBytes> {
  readonly #shapes: AgentShapes;
  readonly #ticks = new AgentCellBytes();
  readonly #stamps = new Map<number, Uint32Array>();
  /** Stamps at full strength by byte. Nearly all stamps are at full strength. */
  #atFull: (Uint32Array | undefined)[] = [];
  #scene: AgentScene | undefined;
  /** Changes of the last scene. */
  #changed: ChangedAgents | undefined;
  /** Changed slots since the last scene, if only they must be drawn. */
  #touched: ChangedSlots | undefined;
  #shape: AgentShape;
  #palette: Palette | undefined;
  #sprites: CellSprites | undefined;
  #image: PixelImage | undefined;
  #starts: { readonly image: PixelImage; readonly places: AgentScene["places"]; readonly numbers: Int32Array } | undefined;
  /** Each pixel of the image is one pixel of the screen. */
  #isOneToOne = false;

  constructor(shapes: AgentShapes) {
    this.#shapes = shapes;
    this.#shape = shapes.plate;
  }

  get isImage(): boolean {
    return this.#image !== undefined;
  }

  show(scene: AgentScene, isFollowed: boolean): CellChangeSet<AgentBytes> | undefined {
    this.#scene = scene;
    this.#changed = this.#ticks.show(scene, isFollowed);
    this.#touched = undefined;
    return this.#changed;
  }

  touch(scene: AgentScene, changes: LiveChanges | undefined): CellChangeSet<AgentBytes> {
    this.#touched = this.#image === undefined || changes === undefined ? undefined : this.#ticks.touchSlots(scene, changes);
    if (this.#touched !== undefined) return { cells: this.#touched.cells, wasAt: () => NO_BYTES };
    this.#changed = this.#ticks.touch(scene, changes && unionOfRows([...changes.values()].flat()));
    return this.#changed;
  }

  lay({ cell, width, height }: GridLayout, palette: Palette, pixelRatio: number): void {
    this.#stamps.clear();
    this.#atFull = [];
    this.#palette = palette;
    this.#isOneToOne = pixelRatio === 1;
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

  drawPixels(
    context: CanvasRenderingContext2D,
    changed: CellChangeSet<AgentBytes> | undefined,
    strengthOf: ((cell: number) => number) | undefined,
    visibleLines: VisibleLines,
  ): void {
    if (this.#scene === undefined || this.#image === undefined) return;
    const { x: xs, y: ys } = this.#scene.places;
    if (changed !== undefined && this.#touched !== undefined) this.#writeSlots(this.#image, this.#scene, this.#touched, strengthOf);
    else this.#writeCells(this.#image, this.#scene, changed === undefined ? undefined : this.#changed, strengthOf);
    const { width, height } = this.#shape;
    if (this.#isOneToOne) this.#image.putWritten(context, visibleLines);
    else this.#image.draw(context, { listed: changed?.cells, xs, ys, width, height });
  }

  drawUnseen(context: CanvasRenderingContext2D, visibleLines: VisibleLines): void {
    if (this.#isOneToOne) this.#image?.putWritten(context, visibleLines);
  }

  /** Writes single agent slots into the image. */
  #writeSlots(
    image: PixelImage,
    { places: at, agents }: AgentScene,
    { cells, slots }: ChangedSlots,
    strengthOf: ((cell: number) => number) | undefined,
  ): void {
    const corners = this.#cornersIn(image, agents);
    const starts = this.#startsIn(image, at);
    const { tick } = this.#shape;
    const { bytes, stride } = this.#ticks;
    const atFull = this.#atFull;
    for (let each = 0; each < cells.length; each++) {
      const cell = cells[each] ?? 0;
      const slot = slots[each] ?? 0;
      const byte = bytes[cell * stride + slot] ?? 0;
      const stamp = strengthOf === undefined ? (atFull[byte] ?? this.#stamp(byte, 1)) : this.#stamp(byte, strengthOf(cell));
      image.stampAt((starts[cell] ?? 0) + (corners[slot] ?? 0), tick, stamp);
    }
  }

  /** Returns, by agent slot, the number of its first pixel in an image whose first pixel is that of the cell. */
  #cornersIn(image: PixelImage, agents: AgentSlots): Int32Array {
    const raster = rasterOf(agentSlotCount(agents));
    return Int32Array.from({ length: raster.columns * raster.rows }, (_, slot) => {
      const { x, y } = slotOrigin(this.#shape, raster, slot);
      return image.numberOf(x, y);
    });
  }

  /** Returns, by cell, the number of its first pixel. Cached until the cells move. */
  #startsIn(image: PixelImage, places: AgentScene["places"]): Int32Array {
    if (this.#starts?.places === places && this.#starts.image === image) return this.#starts.numbers;
    const { x, y } = places;
    const numbers = Int32Array.from(x, (left, cell) => image.numberOf(left, y[cell] ?? 0));
    this.#starts = { image, places, numbers };
    return numbers;
  }

  /** Writes cells into the image. Of changed cells it writes only the changed slots, unless their strength may have
   *  changed too. */
  #writeCells(
    image: PixelImage,
    { places: at, agents }: AgentScene,
    changed: ChangedAgents | undefined,
    strengthOf: ((cell: number) => number) | undefined,
  ): void {
    const corners = this.#cornersIn(image, agents);
    const starts = this.#startsIn(image, at);
    const { tick, width, height } = this.#shape;
    const line = image.numberOf(0, height - 1);
    const [bright, dark] = [new Uint32Array(width), new Uint32Array(width)];
    const { bytes, stride } = this.#ticks;
    const frame = stride - 1;
    const previous = strengthOf === undefined ? changed?.previous : undefined;
    const count = changed?.cells.length ?? at.rows.length;
    for (let each = 0; each < count; each++) {
      const cell = changed === undefined ? each : (changed.cells[each] ?? 0);
      const start = cell * stride;
      const before = each * stride;
      const first = starts[cell] ?? 0;
      const strength = strengthOf === undefined ? 1 : strengthOf(cell);
      for (let slot = 0; slot < corners.length; slot++) {
        // A slot without an agent shows the plate.
        const byte = slot < frame ? bytes[start + slot] : undefined;
        if (previous !== undefined && (byte === undefined || previous[before + slot] === byte)) continue;
        image.stampAt(first + (corners[slot] ?? 0), tick, this.#stamp(byte, strength));
      }
      const nodeByte = bytes[start + frame] ?? 0;
      if (previous !== undefined && previous[before + frame] === nodeByte) continue;
      const isReady = (nodeByte & UNREADY_FRAME) === 0;
      image.stampAt(first + line, width, isReady ? bright : dark.fill(this.#ink(strength)));
    }
  }

  /** Returns the pixels of a tick, or of the plate. */
  #stamp(byte: number | undefined, strength: number): Uint32Array {
    const known = strength === 1 ? this.#atFull[byte ?? NO_AGENT] : undefined;
    if (known !== undefined) return known;
    const stamp = this.#kept(stampKey(byte ?? NO_AGENT, strength), (palette) => {
      const { tick } = this.#shape;
      if (byte !== undefined) return stampOf(tick, byte, strength, palette);
      return pixelsOf(tick, tick, (context) => {
        context.globalAlpha = strength;
        context.fillStyle = palette.plate;
        context.fillRect(0, 0, tick, tick);
      });
    });
    if (strength === 1) this.#atFull[byte ?? NO_AGENT] = stamp;
    return stamp;
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
