import type { Ghost } from "@daemonscope/shared/http/what-if";
import { type CellLook, lookKey } from "../cell/look.ts";
import type { Palette } from "../cell/palette.ts";

/** A place at two moments: what becomes of it, and what it is now. The marks of its node (taints, cordon) are those of then. */
export interface GhostLook {
  readonly ghost: Ghost;
  readonly now: CellLook;
}

/** Equal for looks that draw the same. */
export const ghostKey = ({ ghost, now }: GhostLook): string => `${ghost}/${lookKey(now)}`;

/** What becomes of a place, but for what stays as it is. */
export type ChangedGhost = Exclude<Ghost, "same">;

/** The hue of what will be, which the frame has; what goes has none: it is struck out in ink. */
export const FUTURE_HUE: Readonly<Record<Exclude<ChangedGhost, "goes">, keyof Palette>> = {
  comes: "available",
  restarts: "available",
  unfit: "starting",
  stays: "misscheduledEdge",
  replacedByHand: "old",
};
