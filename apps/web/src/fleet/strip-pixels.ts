import type { CellByte } from "@daemonscope/daemonset/cell/cell";
import type { ClusterState } from "@daemonscope/shared/cluster-state";
import { pixelOf } from "../cell/draw-pixel.ts";
import { lookOf } from "../cell/look.ts";
import type { Palette } from "../cell/palette.ts";
import { PixelImage, pixelsOf } from "../grid/pixel-image.ts";
import { STEPPED_BACK, type StripStyle } from "./draw-strip.ts";
import { type StripRaster, seenAt, stripRaster } from "./strip-raster.ts";

/** All strips of a page have one layout. */
let last: { readonly layout: StripStyle["layout"]; readonly ratio: number; readonly raster: StripRaster } | undefined;

function rasterOf({ layout, ratio }: StripStyle): StripRaster {
  if (last?.layout !== layout || last.ratio !== ratio) last = { layout, ratio, raster: stripRaster(layout, ratio) };
  return last.raster;
}

const coloursOf = new WeakMap<Palette, Map<number, number>>();

/** What a cell is in an image, at full strength or stepped back; 0 where it is nothing. */
function colourOf(byte: CellByte, isBack: boolean, palette: Palette): number {
  let colours = coloursOf.get(palette);
  if (colours === undefined) {
    colours = new Map();
    coloursOf.set(palette, colours);
  }
  const key = byte * 2 + (isBack ? 1 : 0);
  let colour = colours.get(key);
  if (colour === undefined) {
    const pixel = pixelOf({ ...lookOf(byte, undefined), taint: "none", cordoned: false }, palette);
    [colour = 0] = pixelsOf(1, 1, (context) => {
      if (pixel === undefined) return;
      context.fillStyle = pixel.colour;
      context.globalAlpha = pixel.alpha * (isBack ? STEPPED_BACK : 1);
      context.fillRect(0, 0, 1, 1);
    });
    colours.set(key, colour);
  }
  return colour;
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
  put(state: Pick<ClusterState, "rows" | "cells">, column: number, rows?: Iterable<number>): void {
    if (rows === undefined) {
      for (let place = 0; place < this.#style.layout.order.length; ) place = this.#putAt(state, column, place);
      return;
    }
    for (const row of rows) {
      const place = this.#raster.places[row] ?? -1;
      if (place >= 0) this.#putAt(state, column, place);
    }
  }

  /** Draws the image onto the context of a canvas of as many pixels. */
  drawOn(context: CanvasRenderingContext2D): void {
    context.save();
    context.resetTransform();
    this.#image.drawAll(context);
    context.restore();
  }

  /** Gives back the place after those that share the box. */
  #putAt({ rows: { names }, cells }: Pick<ClusterState, "rows" | "cells">, column: number, at: number): number {
    const { layout, standsOut, palette } = this.#style;
    const { xs, ys, widths, heights } = this.#raster;
    const bytes = cells[column];
    const byteAt = (place: number) => bytes?.[layout.order[place] ?? -1] ?? 0;
    const { place, end } = seenAt(this.#raster, at, byteAt);
    const byte = byteAt(place);
    const name = names[layout.order[place] ?? -1];
    const isBack = standsOut !== undefined && name !== undefined && !standsOut(name, byte);
    const colour = name === undefined ? 0 : colourOf(byte, isBack, palette);
    this.#image.fill(xs[place] ?? 0, ys[place] ?? 0, widths[place] ?? 1, heights[place] ?? 1, colour);
    return end;
  }
}
