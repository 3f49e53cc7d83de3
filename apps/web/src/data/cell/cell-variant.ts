import { type CellByte, type CellState, cellOf } from "@daemonscope/daemonset/pair/cell/cell";
import type { Translate } from "../../words/i18n/translator.ts";
import type { CellStyle } from "./cell-style.ts";

/**
 * The variant that a cell is drawn as. A terminating pod looks the same in every state; an old available pod differs
 * from a new one. A misscheduled pod stays a diamond while it terminates, because the misplacement is the more
 * important fact. On a NotReady node, its automatic taint makes pods misscheduled: the node is the fact, and the pod
 * looks like the others there. On a node on its way out, all states that this explains look the same.
 */
export type CellVariant = CellState | "old" | "terminating" | "leaving";

export function cellVariantOf(look: Pick<CellStyle, "state" | "old" | "terminating" | "leaving" | "nodeUnready">): CellVariant {
  if (look.leaving === true) return "leaving";
  const state = look.state === "misscheduled" && look.nodeUnready ? "available" : look.state;
  if (look.terminating && state !== "misscheduled") return "terminating";
  return state === "available" && look.old ? "old" : state;
}

const VARIANTS = Array.from({ length: 256 }, (_, byte) => {
  const { oldRevision, ...cell } = cellOf(byte);
  return cellVariantOf({ ...cell, old: oldRevision });
});

/** Returns the variant of a cell. */
export const cellVariantOfByte = (byte: CellByte): CellVariant => VARIANTS[byte] ?? "unknown";

/** Returns the label of a variant for the legend, the table and tooltips. */
export const cellVariantLabel = (variant: CellVariant, t: Translate): string => t(`cell.figures.${variant}`);

/** Returns the style that represents a variant in legends and headings. */
export function cellStyleOfVariant(variant: CellVariant): Pick<CellStyle, "state" | "old" | "terminating" | "leaving"> {
  if (variant === "leaving") return { state: "missing", old: false, terminating: false, leaving: true };
  if (variant === "old") return { state: "available", old: true, terminating: false };
  if (variant === "terminating") return { state: "available", old: true, terminating: true };
  return { state: variant, old: false, terminating: false };
}
