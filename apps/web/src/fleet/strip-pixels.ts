import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { pixelOf } from "../cell/draw-pixel.ts";
import { lookOf } from "../cell/look.ts";
import type { Palette } from "../cell/palette.ts";
import { PixelImage, pixelsOf } from "../grid/pixel-image.ts";
import { STEPPED_BACK, type StripStyle } from "./draw-strip.ts";
import { type StripRaster, seenIn, stripRaster } from "./strip-raster.ts";

const NO_CELLS = new Uint8Array();

/** All strips of a page have one layout. */
let last: { readonly layout: StripStyle["layout"]; readonly ratio: number; readonly raster: StripRaster } | undefined;

function rasterOf({ layout, ratio }: StripStyle): StripRaster {
  if (last?.layout !== layout || last.ratio !== ratio) last = { layout, ratio, raster: stripRaster(layout, ratio) };
  return last.raster;
}

/** What cells are in an image, by byte and whether they are stepped back; undefined where nobody asked. */
type Colours = (number | undefined)[];

const coloursOf = new WeakMap<Palette, Colours>();

/** What a cell is in an image, at full strength or stepped back; 0 where it is nothing. */
function colourOf(byte: CellByte, isBack: boolean, palette: Palette, colours: Colours): number {
  const key = byte * 2 + (isBack ? 1 : 0);
  const known = colours[key];
  if (known !== undefined) return known;
  const pixel = pixelOf({ ...lookOf(byte, undefined), taint: "none", cordoned: false }, palette);
  const [colour = 0] = pixelsOf(1, 1, (context) => {
    if (pixel === undefined) return;
    context.fillStyle = pixel.colour;
    context.globalAlpha = pixel.alpha * (isBack ? STEPPED_BACK : 1);
    context.fillRect(0, 0, 1, 1);
  });
  colours[key] = colour;
  return colour;
}

function coloursIn(palette: Palette): Colours {
  const colours = coloursOf.get(palette) ?? [];
  coloursOf.set(palette, colours);
  return colours;
}

/** A strip whose cells are plain areas, as one image: drawing it costs its pixels, however many nodes there are and change. */
export class StripPixels {
  readonly #style: StripStyle;
  readonly #raster: StripRaster;
  readonly #image: PixelImage;

  constructor(style: StripStyle) {
    const { layout, ratio } = style;
    this.#style = style;
    this.#raster = rasterOf(style);
    this.#image = new PixelImage(Math.round(layout.width * ratio), Math.round(layout.height * ratio));
  }

  /** Takes over the states of a column: of some rows, or of all. */
  put({ rows: { names }, cells }: Pick<ClusterState, "rows" | "cells">, column: number, changed?: readonly number[]): void {
    const bytes = cells[column]?.now ?? NO_CELLS;
    const colours = coloursIn(this.#style.palette);
    const { boxOf, xs } = this.#raster;
    if (changed === undefined) {
      for (let box = 0; box < xs.length; box++) this.#putBox(box, bytes, names, colours);
      return;
    }
    let last = -1;
    for (let at = 0; at < changed.length; at++) {
      const box = boxOf[changed[at] ?? -1] ?? -1;
      // Rows that follow each other may be in one box.
      if (box < 0 || box === last) continue;
      last = box;
      this.#putBox(box, bytes, names, colours);
    }
  }

  #putBox(box: number, bytes: Uint8Array, names: ClusterState["rows"]["names"], colours: Colours): void {
    const { standsOut, palette } = this.#style;
    const { xs, ys, widths, heights } = this.#raster;
    const row = seenIn(this.#raster, box, bytes);
    const byte = bytes[row] ?? 0;
    const name = names[row];
    const isBack = standsOut !== undefined && name !== undefined && !standsOut(name, byte);
    const colour = name === undefined ? 0 : colourOf(byte, isBack, palette, colours);
    this.#image.fill(xs[box] ?? 0, ys[box] ?? 0, widths[box] ?? 1, heights[box] ?? 1, colour);
  }

  /** Draws what was put since the last time onto the context of a canvas of as many pixels, which keeps the rest. */
  drawOn(context: CanvasRenderingContext2D): void {
    this.#image.putWritten(context);
  }
}
