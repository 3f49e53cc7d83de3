import { type CellByte, type CellState, cellOf } from "@daemonscope/daemonset/cell/cell";
import type { Translate } from "../i18n/translator.ts";
import type { CellLook } from "./look.ts";

/** What a cell is drawn as: one drawing each. A terminating pod has one drawing whatever its state; an old available pod is not like a new one.
 *  A misscheduled pod stays a diamond while it terminates: that it should not be there is the larger truth. */
export type Figure = Exclude<CellState, "available"> | "available" | "old" | "terminating";

export function figureOf(look: Pick<CellLook, "state" | "old" | "terminating">): Figure {
  if (look.terminating && look.state !== "misscheduled") return "terminating";
  return look.state === "available" && look.old ? "old" : look.state;
}

const FIGURES = Array.from({ length: 256 }, (_, byte) => {
  const { state, oldRevision, terminating } = cellOf(byte);
  return figureOf({ state, old: oldRevision, terminating });
});

/** The figure of a cell. */
export const figureOfByte = (byte: CellByte): Figure => FIGURES[byte] ?? "unknown";

/** Our word for a figure, as legend, table and tooltip have it. */
export const figureWord = (figure: Figure, t: Translate): string => t(`cell.figures.${figure}`);

/** The look that stands for a figure in legends and headings. */
export function lookOfFigure(figure: Figure): Pick<CellLook, "state" | "old" | "terminating"> {
  if (figure === "old") return { state: "available", old: true, terminating: false };
  if (figure === "terminating") return { state: "available", old: true, terminating: true };
  return { state: figure, old: false, terminating: false };
}
