import type { Palette } from "../../data/cell/palette.ts";
import type { DrawSurface } from "./draw-surface.ts";
import { type GridPicture, layOutPicture, type Measure, paintGrid } from "./paint-grid.ts";
import { embeddedFonts, loadPictureFonts, PICTURE_FONT } from "./picture-fonts.ts";
import { SvgSurface } from "./svg-surface.ts";

const PIXEL_RATIO = 2;

/** Returns a function that measures text on a canvas. */
export function measureOnCanvas(): Measure {
  const context = document.createElement("canvas").getContext("2d");
  return (text, font) => {
    if (context === null) return text.length * 8;
    context.font = `${font} ${PICTURE_FONT}`;
    return context.measureText(text).width;
  };
}

/** Returns the picture as a document with its fonts embedded. */
export async function gridSvg(picture: GridPicture, palette: Palette): Promise<Blob> {
  await loadPictureFonts();
  const laid = layOutPicture(picture, measureOnCanvas());
  const surface = new SvgSurface(laid.width, laid.height, palette.background);
  paintGrid(surface, picture, laid, palette);
  return new Blob([surface.document(picture.title, await embeddedFonts())], { type: "image/svg+xml" });
}

/** Draws two device pixels per CSS pixel. Rejects if the browser cannot make a picture of this size. */
export async function gridPng(picture: GridPicture, palette: Palette): Promise<Blob> {
  await loadPictureFonts();
  const laid = layOutPicture(picture, measureOnCanvas());
  const canvas = document.createElement("canvas");
  canvas.width = laid.width * PIXEL_RATIO;
  canvas.height = laid.height * PIXEL_RATIO;
  const target = canvas.getContext("2d");
  if (target === null) throw new Error("the browser gives no canvas of this size");
  target.scale(PIXEL_RATIO, PIXEL_RATIO);
  paintGrid(target as unknown as DrawSurface, picture, laid, palette);
  // Cut-out marks leave holes, so the background is drawn last, behind everything.
  target.globalCompositeOperation = "destination-over";
  target.fillStyle = palette.background;
  target.fillRect(0, 0, laid.width, laid.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("the browser makes no picture of this size")) : resolve(blob)), "image/png");
  });
}
