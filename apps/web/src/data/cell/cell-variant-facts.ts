import type { CellVariant } from "./cell-variant.ts";
import type { Palette } from "./palette.ts";

/** Properties of a cell variant, apart from its glyph. */
interface CellVariantFacts {
  /** The weight of a cell when groups are compared. */
  readonly trouble: number;
  /** The position in the legend: resting states first, as in a sentence about a rollout. */
  readonly legendPlace: number;
  /** The hue and alpha at one pixel. A variant without it leaves the background. */
  readonly pixel?: { readonly colour: keyof Palette; readonly alpha: number };
  /**
   * The colours in a bar: tokens of the theme, without `--st-`. A bar has few colours: absent pods are empty, and a new
   * pod looks alike with and without a node.
   */
  readonly bar: { readonly fill?: string; readonly edge?: string };
}

/**
 * All variants, the worst first. First come states that waiting does not end: failing, refused by the scheduler,
 * and a surplus pod (R11). Each rollout passes through a missing pod, so it does not hide a surplus one on the
 * same node. Next come normal steps that leave the node without its daemon, then normal states that are nearly
 * complete. An unknown state (C13) may hide any of these, so it precedes the healthy ones, and so does a node on
 * its way out. At one pixel both resting states are dimmed: problems are the brightest (dark theme) or the darkest
 * (light theme).
 */
export const CELL_VARIANT_FACTS: Readonly<Record<CellVariant, CellVariantFacts>> = {
  failing: { trouble: 4, legendPlace: 5, pixel: { colour: "textFailing", alpha: 1 }, bar: { fill: "failing" } },
  unscheduled: { trouble: 3, legendPlace: 4, pixel: { colour: "starting", alpha: 1 }, bar: { fill: "starting" } },
  misscheduled: {
    trouble: 3,
    legendPlace: 9,
    pixel: { colour: "misscheduledEdge", alpha: 1 },
    bar: { fill: "misscheduled", edge: "misscheduled-edge" },
  },
  missing: { trouble: 3, legendPlace: 6, pixel: { colour: "missing", alpha: 1 }, bar: { edge: "missing" } },
  terminating: { trouble: 1, legendPlace: 7, pixel: { colour: "terminating", alpha: 1 }, bar: { fill: "terminating" } },
  starting: { trouble: 1, legendPlace: 3, pixel: { colour: "starting", alpha: 1 }, bar: { fill: "starting" } },
  ready: { trouble: 0.5, legendPlace: 2, pixel: { colour: "ready", alpha: 1 }, bar: { fill: "ready" } },
  unknown: { trouble: 0.001, legendPlace: 10, pixel: { colour: "unknown", alpha: 0.5 }, bar: { edge: "missing" } },
  leaving: { trouble: 0.001, legendPlace: 8, pixel: { colour: "leaving", alpha: 0.5 }, bar: { fill: "leaving" } },
  old: { trouble: 0.001, legendPlace: 1, pixel: { colour: "old", alpha: 0.72 }, bar: { fill: "old-fill", edge: "old" } },
  available: { trouble: 0, legendPlace: 0, pixel: { colour: "available", alpha: 0.62 }, bar: { fill: "available" } },
  excluded: { trouble: 0, legendPlace: 11, bar: { edge: "missing" } },
};
