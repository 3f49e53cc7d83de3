import type { CellByte } from "@daemonscope/daemonset/pair/cell/cell";
import type { ClusterState } from "@daemonscope/shared/state/cluster-state";
import { cellStyleOf } from "../../data/cell/cell-style.ts";
import type { Palette } from "../../data/cell/palette.ts";
import { severityOf } from "../../data/cell/severity.ts";
import { pixelOf } from "../cell/shapes/draw-pixel.ts";
import { PixelImage, pixelsOf } from "../grid/pixel-image.ts";
import { DIMMED_ALPHA, type StripStyle } from "./draw-strip.ts";
import { type StripRaster, stripRaster, worstRowInBox } from "./strip-raster.ts";

const NO_CELLS = new Uint8Array();
const NO_NODE = -1;

/** Cached because all strips of a page have one layout. */
let last: { readonly layout: StripStyle["layout"]; readonly ratio: number; readonly raster: StripRaster } | undefined;

function rasterOf({ layout, ratio }: StripStyle): StripRaster {
  if (last?.layout !== layout || last.ratio !== ratio) last = { layout, ratio, raster: stripRaster(layout, ratio) };
  return last.raster;
}

/** Colours of cells in an image, by byte and whether they are dimmed; undefined until requested. */
type Colours = (number | undefined)[];

const coloursOf = new WeakMap<Palette, Colours>();

/** Returns the colour of a cell in an image, at full strength or dimmed; 0 if it is not drawn. */
function colourOf(byte: CellByte, isDimmed: boolean, palette: Palette, colours: Colours): number {
  const key = byte * 2 + (isDimmed ? 1 : 0);
  const known = colours[key];
  if (known !== undefined) return known;
  const pixel = pixelOf({ ...cellStyleOf(byte, undefined), taint: "none", cordoned: false }, palette);
  const [colour = 0] = pixelsOf(1, 1, (context) => {
    if (pixel === undefined) return;
    context.fillStyle = pixel.colour;
    context.globalAlpha = pixel.alpha * (isDimmed ? DIMMED_ALPHA : 1);
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

/** A strip whose cells are plain areas, as one image: the cost of drawing is its pixels, regardless of the number of
 *  nodes and changes. */
export class StripPixels {
  readonly #style: StripStyle;
  readonly #raster: StripRaster;
  readonly #image: PixelImage;
  /** The visible byte by box; `NO_NODE` if the box has no node. */
  readonly #seen: Int16Array;

  constructor(style: StripStyle) {
    const { layout, ratio } = style;
    this.#style = style;
    this.#raster = rasterOf(style);
    this.#image = new PixelImage(Math.round(layout.width * ratio), Math.round(layout.height * ratio));
    this.#seen = new Int16Array(this.#raster.xs.length).fill(NO_NODE);
  }

  /** Applies the states of a column: of the rows in the lists, or of all. If several nodes share a pixel, all of them
   *  are read only if the visible state may have ended, or if some nodes are emphasised. */
  put({ rows: { names }, cells }: Pick<ClusterState, "rows" | "cells">, column: number, changed?: readonly (readonly number[])[]): void {
    const bytes = cells[column]?.now ?? NO_CELLS;
    const colours = coloursIn(this.#style.palette);
    const { boxOf, xs } = this.#raster;
    if (changed === undefined) {
      for (let box = 0; box < xs.length; box++) this.#putBox(box, bytes, names, colours);
      return;
    }
    const isByName = this.#style.isEmphasised !== undefined;
    for (const rows of changed)
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] ?? -1;
        const box = boxOf[row] ?? -1;
        if (box < 0) continue;
        const is = bytes[row] ?? 0;
        const was = this.#seen[box] ?? NO_NODE;
        if (isByName || was === NO_NODE) this.#putBox(box, bytes, names, colours);
        // The visible state remains: the previous state of this node was not worse.
        else if (is === was) continue;
        else if (severityOf(is) < severityOf(was)) this.#fill(box, is, false, colours);
        else this.#putBox(box, bytes, names, colours);
      }
  }

  #putBox(box: number, bytes: Uint8Array, names: ClusterState["rows"]["names"], colours: Colours): void {
    const { isEmphasised } = this.#style;
    const row = worstRowInBox(this.#raster, box, bytes);
    const byte = bytes[row] ?? 0;
    const name = names[row];
    this.#fill(
      box,
      name === undefined ? NO_NODE : byte,
      isEmphasised !== undefined && name !== undefined && !isEmphasised(name, byte),
      colours,
    );
  }

  #fill(box: number, seen: number, isDimmed: boolean, colours: Colours): void {
    const { xs, ys, widths, heights } = this.#raster;
    this.#seen[box] = seen;
    const colour = seen === NO_NODE ? 0 : colourOf(seen, isDimmed, this.#style.palette, colours);
    this.#image.fill(xs[box] ?? 0, ys[box] ?? 0, widths[box] ?? 1, heights[box] ?? 1, colour);
  }

  /** Copies the pixels written since the last call onto the context of a canvas of the same size, which keeps the
   *  rest. */
  drawOn(context: CanvasRenderingContext2D): void {
    this.#image.putWritten(context);
  }
}
