import { type CellByte, type CellState, cellByte } from "@daemonscope/daemonset/cell/cell";
import { type Figure, figureOfByte } from "./figure.ts";
import { FIGURE_FACTS } from "./figure-facts.ts";

/** All figures, the worst first. The one order by which anything is sorted, or called the worst. */
export const FIGURES_BY_SEVERITY = Object.keys(FIGURE_FACTS) as readonly Figure[];

const RANK = Uint8Array.from({ length: 256 }, (_, byte) => FIGURES_BY_SEVERITY.indexOf(figureOfByte(byte)));

/** How bad a cell is: 0 is the worst. Without flags but those that make another figure. */
export const severityOf = (byte: CellByte): number => RANK[byte] ?? 0;

/** How bad a state is by itself, whatever becomes of its pod. */
export const severityOfState = (state: CellState): number =>
  severityOf(cellByte({ state, oldRevision: false, terminating: false, twoPods: false, nodeUnready: false }));

/** What a cell adds to the trouble of its group; a resting one adds nothing. */
export const troubleOf = (byte: CellByte): number => FIGURE_FACTS[figureOfByte(byte)].trouble;
