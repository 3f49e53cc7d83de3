import type { Figure } from "./figure.ts";
import type { Palette } from "./palette.ts";

/** What a figure is, wherever it is not drawn with its glyph. */
export interface FigureFacts {
  /** How much it weighs when whole groups are compared. */
  readonly trouble: number;
  /** Its place in the legend: resting states first, as in a sentence about a rollout. */
  readonly legendPlace: number;
  /** Its hue where there is room for no more, and how strong; a figure without one leaves the ground. */
  readonly pixel?: { readonly colour: keyof Palette; readonly alpha: number };
  /** Its part of a bar: tokens of the theme, without `--st-`. Few colours: what is not there is empty, and a pod that comes looks alike on its node and before. */
  readonly bar: { readonly fill?: string; readonly edge?: string };
}

/** By how bad a figure is, the worst first: what needs a person.
 *
 *  First what does not end by waiting: it fails, there is none, the scheduler will not have it. Then what is on its ordinary way and leaves the node without its
 *  daemon meanwhile. Then a pod too many (R11), which takes nothing from anybody and does not go by itself; then what is ordinary and nearly there. What nobody
 *  can say (C13) may hide any of these, so it comes before what is known to be fine. At one pixel the two resting states are held back, so that trouble is the
 *  brightest thing (dark) or the darkest (light). */
export const FIGURE_FACTS: Readonly<Record<Figure, FigureFacts>> = {
  failing: { trouble: 4, legendPlace: 5, pixel: { colour: "textFailing", alpha: 1 }, bar: { fill: "failing" } },
  missing: { trouble: 3, legendPlace: 6, pixel: { colour: "missing", alpha: 1 }, bar: { edge: "missing" } },
  unscheduled: { trouble: 3, legendPlace: 4, pixel: { colour: "starting", alpha: 1 }, bar: { fill: "starting" } },
  terminating: { trouble: 1, legendPlace: 7, pixel: { colour: "terminating", alpha: 1 }, bar: { fill: "terminating" } },
  starting: { trouble: 1, legendPlace: 3, pixel: { colour: "starting", alpha: 1 }, bar: { fill: "starting" } },
  misscheduled: {
    trouble: 1,
    legendPlace: 8,
    pixel: { colour: "misscheduledEdge", alpha: 1 },
    bar: { fill: "misscheduled", edge: "misscheduled-edge" },
  },
  ready: { trouble: 0.5, legendPlace: 2, pixel: { colour: "ready", alpha: 1 }, bar: { fill: "ready" } },
  unknown: { trouble: 0.001, legendPlace: 9, pixel: { colour: "unknown", alpha: 0.5 }, bar: { edge: "missing" } },
  old: { trouble: 0.001, legendPlace: 1, pixel: { colour: "old", alpha: 0.72 }, bar: { fill: "old-fill", edge: "old" } },
  available: { trouble: 0, legendPlace: 0, pixel: { colour: "available", alpha: 0.62 }, bar: { fill: "available" } },
  excluded: { trouble: 0, legendPlace: 10, bar: { edge: "missing" } },
};
