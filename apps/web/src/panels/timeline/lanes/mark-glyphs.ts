import type { Concern } from "@daemonscope/daemonset/records/rollout";
import type { MarkedItem } from "./lanes.ts";

/** A path around 0,0, and its style. Marks differ by shape, not by hue alone. */
export interface Glyph {
  readonly d: string;
  readonly look: "filled" | "line" | "trouble";
}

const FAILING: Glyph = {
  d: "M-4.500,-4.500H4.500V4.500H-4.500ZM-2.200,-2.200L2.200,2.200M2.200,-2.200L-2.200,2.200",
  look: "trouble",
};
const NOT_READY: Glyph = { d: "M-4,-4H4V4H-4ZM-4,4L4,-4", look: "line" };
/** An update that has not begun: the mark of a rollout, hollow. */
const WAITING: Glyph = { d: "M0,-5L5,0L0,5L-5,0Z", look: "line" };
const DROPPED: Glyph = { d: "M-4,-4H4V4H-4ZM-2,0H2", look: "line" };

const CONCERN_GLYPHS: Readonly<Record<Concern["kind"], Glyph>> = {
  budgetHeld: FAILING,
  stalled: FAILING,
  revisionBreaksNodes: FAILING,
  backoffLoop: FAILING,
  surgeImpossible: FAILING,
  failing: FAILING,
  unavailable: FAILING,
  waitsForYou: WAITING,
  beingDeleted: WAITING,
  desiredDropped: DROPPED,
  misscheduled: { d: "M-4,-4H4V4H-4ZM0,-2V2", look: "line" },
  nodesUnready: NOT_READY,
};

/** Returns the glyph of a mark. Concerns about unavailable pods and about rollouts that do not progress have the
 *  glyph of failing. */
export function glyphOf(timelineEvent: MarkedItem): Glyph {
  switch (timelineEvent.kind) {
    case "specChanged":
    case "rolloutStarted":
      return { d: "M0,-5L5,0L0,5L-5,0Z", look: "filled" };
    case "acted":
    case "actedOnNodes":
      return { d: "M-5,-4.500H5L0,4.500Z", look: "filled" };
    case "concernBegan":
      return CONCERN_GLYPHS[timelineEvent.concern];
    case "nodeNotReady":
      return NOT_READY;
    case "nodeJoined":
      return { d: "M0,-4.500V4.500M-4.500,0H4.500", look: "line" };
    case "nodeLeft":
      return { d: "M-4.500,0H4.500", look: "line" };
    case "taintsChanged":
    case "labelsChanged":
      return { d: "M-4,0A4,4 0 1 1 4,0A4,4 0 1 1 -4,0Z", look: "line" };
    case "pairStep":
      return { d: "M-3,0A3,3 0 1 1 3,0A3,3 0 1 1 -3,0Z", look: "filled" };
    default:
      return { d: "M0,-5V5", look: "line" };
  }
}
