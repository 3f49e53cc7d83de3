import type { Ghost } from "@daemonscope/shared/http/what-if";
import { type CellStyle, cellStyleKey } from "../../data/cell/cell-style.ts";
import type { Palette } from "../../data/cell/palette.ts";

/** A placement before and after a change. The marks of its node (taints, cordon) are those after the change. */
export interface GhostStyle {
  readonly ghost: Ghost;
  readonly now: CellStyle;
}

/** Equal for looks that draw the same. */
export const ghostStyleKey = ({ ghost, now }: GhostStyle): string => `${ghost}/${cellStyleKey(now)}`;

/** Outcomes of a placement, except unchanged ones. */
type ChangedGhost = Exclude<Ghost, "same">;

/** Hue of the frame after the change. A removed pod has no hue: a line in the text colour strikes it out. */
export const PREVIEW_HUE: Readonly<Record<Exclude<ChangedGhost, "goes">, keyof Palette>> = {
  comes: "available",
  restarts: "available",
  unfit: "starting",
  stays: "misscheduledEdge",
  replacedByHand: "old",
};
