import type { Bracket } from "./brackets.ts";
import type { LaneId } from "./lanes.ts";
import { inLane, type Lanes } from "./select-lanes.ts";

/** A bracket covers a lane that it counts, also while the lane is empty, so that its bar does not break and mend as nodes pass. */
export function covers(bracket: Bracket, lane: LaneId, lanes: Lanes): boolean {
  if (bracket.shares[lane].count > 0) return true;
  if (inLane(lanes, lane) > 0) return false;
  switch (bracket.id) {
    case "desired":
      return true;
    case "current":
      return lane !== "gap";
    case "ready":
      return lane !== "gap" && lane !== "created" && lane !== "terminating" && lane !== "oldUnavailable";
    case "updated":
      return lane === "created" || lane === "ready" || lane === "available";
    case "available":
      return lane === "old" || lane === "available";
  }
}
