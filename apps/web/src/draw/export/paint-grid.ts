import type { CellStyle } from "../../data/cell/cell-style.ts";
import type { Palette } from "../../data/cell/palette.ts";
import type { CanvasPen } from "../cell/canvas-pen.ts";
import { drawCell } from "../cell/shapes/draw-cell.ts";
import { type GridScene, type SceneCell, sceneCells } from "../grid/layout/grid-scene.ts";
import type { DrawSurface } from "./draw-surface.ts";
import { NAME_FONT, PICTURE_FONT } from "./picture-fonts.ts";

/** Draws the mark of a node in a square. */
export type DrawSquare = (pen: CanvasPen, x: number, y: number, size: number, palette: Palette) => void;

/** Draws a node in its cell style. */
export const styleRenderer =
  (look: CellStyle): DrawSquare =>
  (pen, x, y, size, palette) =>
    drawCell(pen, x, y, size, look, palette);

/** Content of a picture of a node grid. */
export interface GridPicture {
  /** `ROLLING logging/fluent-bit: 24 of 44 updated`. */
  readonly title: string;
  /** kubectl's sentence. */
  readonly status: string;
  /** `SIMULATED tour · 2026-11-21 03:12:20 UTC`. */
  readonly origin: string;
  readonly scene: GridScene;
  /** One heading a group, in the order of the scene. */
  readonly headings: readonly { readonly name: string; readonly facts: string }[];
  readonly legend: readonly { readonly draw: DrawSquare; readonly text: string }[];
  /** Draws a cell of the scene, by its number. */
  readonly drawCell: (cell: SceneCell, at: number) => DrawSquare;
  /** Text next to a cell: its node's name and state; undefined if there are too many cells. */
  readonly wordsOf: ((cell: SceneCell, at: number) => readonly [name: string, state: string]) | undefined;
}

const MARGIN = 24;
const MIN_WIDTH = 640;
const SWATCH = 12;
const TITLE = "600 18px";
const STRONG_FONT = "600 12px";
const PLAIN_FONT = "400 12px";

/** Width of a text in a font such as `600 18px`, CSS pixels. */
export type Measure = (text: string, font: string) => number;

interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly font: string;
  /** The name of a node: its face differs, scaled to the x-height of Inter. */
  readonly isName?: true;
  readonly color: "ink" | "ink2" | "ink3";
}

/** A picture with positions for all its text. */
interface LaidPicture {
  readonly width: number;
  readonly height: number;
  /** Top of the cells. */
  readonly top: number;
  readonly lines: readonly Line[];
  readonly swatches: readonly { readonly draw: DrawSquare; readonly x: number; readonly y: number }[];
}

/** Wraps a text in lines of at most `width`, between words. A wider word is broken, and nothing is left out.
 *  `widthOf`: in CSS pixels. Pure. */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  const append = (part: string) => {
    if (widthOf((line + part).trimEnd()) <= width || line === "") line += part;
    else {
      lines.push(line.trimEnd());
      line = part.trimStart();
    }
  };
  for (const word of text.split(/(?<= )/)) {
    if (widthOf(word.trimEnd()) <= width) append(word);
    else for (const character of word) append(character);
  }
  return [...lines, line.trimEnd()];
}

/** Lays out the text above the cells. Each text wraps and is never truncated. Pure. */
export function layOutPicture(picture: GridPicture, measure: Measure): LaidPicture {
  const { layout } = picture.scene.places;
  const used = layout.places.reduce((most, { x, width }) => Math.max(most, x + width), MIN_WIDTH);
  const width = used + 2 * MARGIN;
  const room = width - 2 * MARGIN;
  const lines: Line[] = [];
  let y = 12;
  const write = (text: string, font: string, color: Line["color"], height: number) => {
    for (const line of wrapText(text, room, (each) => measure(each, font))) {
      y += height;
      lines.push({ text: line, x: MARGIN, y, font, color });
    }
  };
  write(picture.title, TITLE, "ink", 24);
  write(picture.status, PLAIN_FONT, "ink2", 20);
  write(picture.origin, PLAIN_FONT, "ink2", 18);
  y += 26;
  let x = MARGIN;
  const swatches = picture.legend.map(({ draw, text }) => {
    const wide = SWATCH + 6 + measure(text, PLAIN_FONT);
    if (x > MARGIN && x + wide > width - MARGIN) {
      x = MARGIN;
      y += 20;
    }
    const swatch = { draw, x, y: y - 10 };
    lines.push({ text, x: x + SWATCH + 6, y, font: PLAIN_FONT, color: "ink2" });
    x += wide + 18;
    return swatch;
  });
  const top = y + 18;
  for (const place of layout.places) {
    const heading = picture.headings[place.index];
    if (heading === undefined) continue;
    const at = { x: MARGIN + place.x, y: top + place.headTop + 14 };
    lines.push({ ...at, text: heading.name, font: STRONG_FONT, color: "ink" });
    lines.push({ ...at, x: at.x + measure(heading.name, STRONG_FONT) + 8, text: heading.facts, font: PLAIN_FONT, color: "ink3" });
  }
  return { width, height: top + layout.height + MARGIN, top, lines, swatches };
}

/** Draws a picture of a node grid with its title, its legend and its origin. */
export function paintGrid(surface: DrawSurface, picture: GridPicture, laid: LaidPicture, palette: Palette): void {
  // A canvas and SvgSurface have all methods of a pen, but other parameter types.
  const pen = surface as unknown as CanvasPen;
  const write = ({ text, x, y, font, isName, color }: Line) => {
    surface.font = `${font} ${isName ? NAME_FONT : PICTURE_FONT}`;
    surface.fillStyle = palette[color];
    surface.fillText(text, x, y);
  };
  for (const { draw, x, y } of laid.swatches) draw(pen, x, y, SWATCH, palette);
  for (const line of laid.lines) write(line);
  const { cell: shape } = picture.scene.places.layout;
  for (const [at, cell] of sceneCells(picture.scene).entries()) {
    const x = cell.x + MARGIN;
    const y = cell.y + laid.top;
    picture.drawCell(cell, at)(pen, x, y, shape.width, palette);
    const words = picture.wordsOf?.(cell, at);
    if (words === undefined) continue;
    const [name, state] = words;
    write({ text: name, x: x + shape.width + 8, y: y + 16, font: STRONG_FONT, isName: true, color: "ink" });
    write({ text: state, x: x + shape.width + 8, y: y + 32, font: PLAIN_FONT, color: "ink2" });
  }
}
