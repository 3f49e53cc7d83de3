import type { Palette } from "../cell/palette.ts";
import { type GridPicture, paintGrid, pictureSize } from "./paint-grid.ts";
import type { Surface } from "./surface.ts";
import { SvgSurface } from "./svg-surface.ts";

const PIXELS = 2;

export function gridSvg(picture: GridPicture, palette: Palette): Blob {
  const { width, height } = pictureSize(picture);
  const surface = new SvgSurface(width, height, palette.background);
  paintGrid(surface, picture, palette);
  return new Blob([surface.document(picture.title)], { type: "image/svg+xml" });
}

/** At two pixels a CSS pixel. Rejects where the browser cannot make a picture this large. */
export async function gridPng(picture: GridPicture, palette: Palette): Promise<Blob> {
  const { width, height } = pictureSize(picture);
  const canvas = document.createElement("canvas");
  canvas.width = width * PIXELS;
  canvas.height = height * PIXELS;
  const cells = canvas.getContext("2d");
  if (cells === null) throw new Error("the browser gives no canvas of this size");
  cells.scale(PIXELS, PIXELS);
  paintGrid(cells as unknown as Surface, picture, palette);
  // Marks that are cut out leave holes: the ground comes last, behind all.
  cells.globalCompositeOperation = "destination-over";
  cells.fillStyle = palette.background;
  cells.fillRect(0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("the browser makes no picture of this size")) : resolve(blob)), "image/png");
  });
}
