import { drawCell } from "../cell/draw-cell.ts";
import { type Figure, lookOfFigure } from "../cell/figure.ts";
import { plainLook } from "../cell/look.ts";
import type { Palette } from "../cell/palette.ts";
import type { Pen } from "../cell/pen.ts";
import type { GridScene } from "../grid/grid-scene.ts";
import type { Surface } from "./surface.ts";

/** All that a picture of a node grid says. */
export interface GridPicture {
  /** `ROLLING logging/fluent-bit: 24 of 44 updated`. */
  readonly title: string;
  /** `SIMULATED tour · 2026-11-21T03:12:20Z`. */
  readonly origin: string;
  readonly scene: GridScene;
  /** One heading a group, in the order of the scene. */
  readonly headings: readonly { readonly name: string; readonly facts: string }[];
  readonly legend: readonly { readonly figure: Figure; readonly text: string }[];
}

const MARGIN = 24;
const TOP = 96;
const FONT = "Inter, system-ui, sans-serif";

export const pictureSize = ({ scene }: GridPicture) => ({
  width: scene.layout.width + 2 * MARGIN,
  height: scene.layout.height + TOP + MARGIN,
});

/** Moves what is drawn with a pen; cells know their place in the scene only. */
function drawCells(surface: Surface, { scene }: GridPicture, palette: Palette): void {
  // A canvas and our own surface have all of the pen; their types differ in what they take beyond it.
  const pen = surface as unknown as Pen;
  for (const { x, y, look } of scene.cells) drawCell(pen, x + MARGIN, y + TOP, scene.layout.size, look, palette);
}

/** Draws a picture of a node grid with its title, its legend and where it comes from. */
export function paintGrid(surface: Surface, picture: GridPicture, palette: Palette): void {
  const { scene, headings, legend } = picture;
  const write = (text: string, x: number, y: number, font: string, color: string) => {
    surface.font = `${font} ${FONT}`;
    surface.fillStyle = color;
    surface.fillText(text, x, y);
  };
  write(picture.title, MARGIN, 34, "600 18px", palette.ink);
  write(picture.origin, MARGIN, 56, "400 12px", palette.ink2);
  let left = MARGIN;
  for (const { figure, text } of legend) {
    drawCell(surface as unknown as Pen, left, 70, 12, plainLook(lookOfFigure(figure).state, lookOfFigure(figure)), palette);
    write(text, left + 18, 80, "400 12px", palette.ink2);
    left += 18 + text.length * 6.6 + 18;
  }
  drawCells(surface, picture, palette);
  for (const place of scene.layout.places) {
    const heading = headings[place.index];
    if (heading === undefined) continue;
    const y = TOP + place.headTop + 14;
    write(heading.name, MARGIN + place.x, y, "600 12px", palette.ink);
    write(heading.facts, MARGIN + place.x + heading.name.length * 7 + 8, y, "400 12px", palette.ink3);
  }
}
